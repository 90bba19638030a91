import Foundation

/// A copy of the course in which one submission after the other is graded.
struct GradingCopy {
  private let grader: Grader
  private let workshop: Workshop
  private let copy: Course
  private let sandbox: Sandbox

  /// Makes the copy, or takes up the one that is there.
  init(_ grader: Grader, folder: URL) throws {
    self.grader = grader
    copy = Course(root: folder.appending(path: "course"), scratch: folder.appending(path: "build"))
    // What a run left that was killed goes first: it may be what fills the disk.
    try RunFolder.empty(copy.scratch.appending(path: "runs"))
    sandbox = grader.sandbox
    var workshop = Workshop(copy, limits: grader.limits)
    workshop.sandbox = sandbox
    self.workshop = workshop
    try renew()
    // The framework is compiled here, so that the deadline of a student's build is for the student's code.
    try workshop.warmUp(grader.exercises)
  }

  /// Makes the copy as it was; what is built stays.
  private func renew() throws {
    try Edition(grader.course).copy(Edition.forGrading, to: copy.root)
  }

  /// Grades one submission.
  func grade(_ student: String, _ taken: Grader.Taken) throws -> Grade {
    try renew()
    var reports: [Report] = []
    var begun: [Exercise] = []
    for exercise in grader.exercises {
      let files = taken.files[exercise.number] ?? []
      if let listing = taken.notRecognised {
        reports.append(.notRecognised(exercise, listing))
      } else if let reason = taken.refusals[exercise.number] {
        reports.append(.tampered(exercise, reason))
      } else if files.isEmpty {
        reports.append(.notStarted(exercise, "It is not in the submission."))
      } else if files.allSatisfy({ $0.text == text($0.name, of: exercise) }) {
        reports.append(.notStarted(exercise))
      } else {
        for (name, text) in files { try Files.write(text, to: place(name, of: exercise)) }
        begun.append(exercise)
      }
    }
    reports += workshop.check(begun)
    return Grade(
      student: student, reports: reports.sorted { $0.exercise < $1.exercise }, remarks: taken.remarks,
      protection: "\(sandbox.description); time limits, and limits for memory, files and output",
      date: Date(),
      submitted: taken.submitted)
  }

  private func place(_ name: String, of exercise: Exercise) -> URL {
    copy.folder(of: exercise).appending(path: name)
  }

  private func text(_ name: String, of exercise: Exercise) -> String? {
    Files.text(place(name, of: exercise))
  }
}

/// As many copies as are used at the same time.
final class GradingCopies: Sendable {
  private let grader: Grader
  private let folder: URL
  private let tell: @Sendable (ClassNews) -> Void
  private let made = Locked(0)
  private let free = Locked<[GradingCopy]>([])

  init(_ grader: Grader, folder: URL, tell: @escaping @Sendable (ClassNews) -> Void) {
    self.grader = grader
    self.folder = folder
    self.tell = tell
  }

  func withOne<Result>(_ body: (GradingCopy) throws -> Result) throws -> Result {
    let copy = try free.withValue { $0.popLast() } ?? another()
    defer { free.withValue { $0.append(copy) } }
    return try body(copy)
  }

  private func another() throws -> GradingCopy {
    let number = made.withValue { value in
      value += 1
      return value
    }
    tell(.building)
    defer { tell(.built) }
    return try GradingCopy(grader, folder: folder.appending(path: "copy-\(number)"))
  }
}
