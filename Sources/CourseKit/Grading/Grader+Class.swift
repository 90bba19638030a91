import Foundation

extension Grader {
  /// Where the copies and the results of a class are, so that grading can be taken up again.
  func workFolder(for submissions: URL) -> URL {
    course.root.appending(path: ".build/grading/\(fingerprint([submissions.standardizedFileURL.path]))")
  }

  /// Grades every submission in a folder, several at once, or with `single` the folder as one.
  ///
  /// Each result is written when it is there; a second run grades only what is new or has changed.
  /// `tell` hears how many are done, of how many, and who was last.
  public func gradeClass(
    in folder: URL, single: Bool = false, fresh: Bool,
    tell: @escaping @Sendable (_ done: Int, _ of: Int, _ last: Grade) -> Void
  ) throws -> [Grade] {
    let work = workFolder(for: folder)
    if fresh { try Files.removeIfThere(work) }
    let submissions =
      single
      ? [Submission(student: folder.lastPathComponent, folder: folder)] : Submission.all(in: folder)
    let next = Locked(0)
    let grades = Locked<[Int: Grade]>([:])
    let failure = Locked<(any Error)?>(nil)
    // A worker an iteration: each has a copy of the course to build in.
    let workers = max(1, min(Programs.processors, submissions.count))
    inParallel(workers, atOnce: workers) { worker in
      do {
        var bench: Bench?
        while failure.value == nil {
          let index = next.withValue { value in
            defer { value += 1 }
            return value
          }
          if index >= submissions.count { return }
          let submission = submissions[index]
          let taken = self.take(submission)
          let file = work.appending(path: "results/\(fingerprint([submission.student])).json")
          let grade: Grade
          if let kept = Result.read(file), kept.fingerprint == taken.fingerprint {
            grade = kept.grade
          } else {
            if bench == nil { bench = try Bench(self, folder: work.appending(path: "worker-\(worker)")) }
            grade = try bench!.grade(submission.student, taken)
            try Result(fingerprint: taken.fingerprint, grade: grade).write(file)
          }
          grades.withValue {
            $0[index] = grade
            tell($0.count, submissions.count, grade)
          }
        }
      } catch {
        failure.value = error
      }
    }
    if let error = failure.value { throw error }
    return grades.value.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The files of a submission that are graded, and what was noticed about the others.
  struct Taken: Sendable {
    var files: [Int: [(name: String, text: String)]] = [:]
    var refusals: [Int: String] = [:]
    var remarks: [String] = []
    var fingerprint = ""
  }

  /// Takes the stub files from a submission and nothing else.
  func take(_ submission: Submission) -> Taken {
    var taken = Taken()
    for exercise in exercises {
      for (name, path) in zip(exercise.files, course.paths(of: exercise)) {
        switch submission.content(path) {
        case .text(let text):
          taken.files[exercise.number, default: []].append((name, text))
          if let reason = Grader.forbidden(in: text) { taken.refusals[exercise.number] = "\(path) \(reason)" }
        case .refused(let reason): taken.refusals[exercise.number] = reason
        case .missing: break
        }
      }
    }
    taken.remarks = taken.refusals.sorted { $0.key < $1.key }.map(\.value) + replaced(in: submission)
    taken.fingerprint = fingerprint(
      taken.files.sorted { $0.key < $1.key }.flatMap { $0.value.flatMap { [$0.name, $0.text] } }
        + taken.remarks
        + exercises.flatMap { TestSource.names(of: $0, in: course) })
    return taken
  }

  /// Tests and manifest that are not those of the course; they are not used, but somebody should know.
  private func replaced(in submission: Submission) -> [String] {
    var tests = ["Tests/ExerciseTests/Support/Requirement.swift"]
    for exercise in exercises {
      let names = Files.names(in: course.tests(of: exercise))
      tests += names.map { "Tests/ExerciseTests/\(exercise.folder)/\($0)" }
    }
    let contents = (["Package.swift"] + tests).map { ($0, submission.content($0)) }
    // Whoever hands in the exercises alone has removed nothing.
    let hasTests = contents.contains { path, content in
      if case .missing = content { return false }
      return path != "Package.swift"
    }
    return contents.compactMap { path, content in
      switch content {
      case .text(let text):
        text == Files.text(course.root.appending(path: path))
          ? nil : "\(path) was changed; the course's own was used"
      case .refused: "\(path) was replaced; the course's own was used"
      case .missing:
        hasTests && path != "Package.swift" ? "\(path) was removed; the course's own was used" : nil
      }
    }
  }

  /// Why a file is not compiled, nil when it may be.
  ///
  /// These reach into the machinery of the tests; no exercise needs them.
  static func forbidden(in text: String) -> String? {
    let words = [
      "import Testing", "import XCTest", "import ExerciseSupport", "@_cdecl", "@cdecl", "@_silgen_name",
      "@_section",
      "@section", "@_extern", "@c(", "@c ", "dlsym", "REQUIREMENT_CODE",
    ]
    let plain = text.replacing(/[ \t]+/, with: " ")
    return words.first(where: plain.contains).map { "uses '\($0)', which reaches into the tests" }
  }

  private struct Result: Codable {
    let fingerprint: String
    let grade: Grade

    static func read(_ file: URL) -> Result? {
      FileManager.default.contents(atPath: file.path).flatMap {
        try? JSONDecoder().decode(Result.self, from: $0)
      }
    }

    func write(_ file: URL) throws {
      try Files.write(String(decoding: JSONEncoder().encode(self), as: UTF8.self), to: file)
    }
  }
}

/// A copy of the course in which one submission after the other is graded.
struct Bench {
  private let grader: Grader
  private let workshop: Workshop
  private let copy: Course
  private let sandbox: Sandbox

  /// Makes the copy, or takes up the one that is there.
  init(_ grader: Grader, folder: URL) throws {
    self.grader = grader
    copy = Course(root: folder.appending(path: "course"), scratch: folder.appending(path: "build"))
    let runs = copy.scratch.appending(path: "runs")
    try FileManager.default.createDirectory(at: runs, withIntermediateDirectories: true)
    sandbox = Sandbox.strongest(writable: runs)
    var workshop = Workshop(copy, limits: grader.limits)
    workshop.sandbox = sandbox.command
    self.workshop = workshop
    try renew()
    // The framework is compiled here, so that the deadline of a student's build is for the student's code.
    if let first = grader.exercises.first {
      _ = workshop.build("stubs:\(first.module.suffix(2))", deadline: .seconds(900))
    }
  }

  /// Makes the copy as it was; what is built stays.
  private func renew() throws {
    try Edition(grader.course).copy(Edition.forGrading, to: copy.root)
  }

  /// Grades one submission, exercise by exercise; what one of them does not compile is not in the others' way.
  func grade(_ student: String, _ taken: Grader.Taken) throws -> Grade {
    try renew()
    let reports = try grader.exercises.map { exercise -> Report in
      if let reason = taken.refusals[exercise.number] { return .tampered(exercise, reason) }
      let files = taken.files[exercise.number] ?? []
      let stubs = exercise.files.map { name in
        (name, Files.text(copy.folder(of: exercise).appending(path: name)) ?? "")
      }
      if files.isEmpty { return .notStarted(exercise, "It is not in the submission.") }
      if files.allSatisfy({ file in stubs.contains { $0 == file } }) { return .notStarted(exercise) }
      for (name, text) in files { try Files.write(text, to: copy.folder(of: exercise).appending(path: name)) }
      defer {
        for (name, text) in stubs {
          try? Files.write(text, to: copy.folder(of: exercise).appending(path: name))
        }
      }
      return workshop.check(exercise)
    }
    return Grade(
      student: student, reports: reports, remarks: taken.remarks,
      protection: "\(sandbox.description); deadlines, and limits for memory, files and output", date: Date())
  }
}

/// A short name for texts, the same in every run.
func fingerprint(_ texts: [String]) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in texts.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}
