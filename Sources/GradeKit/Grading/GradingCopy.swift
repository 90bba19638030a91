import CourseKit
import Foundation
import Synchronization
import Terminal

/// A copy of the course in which submissions are graded.
struct GradingCopy {
  private let grader: Grader
  private let runner: ExerciseRunner
  private let copy: Course
  private let sandbox: Sandbox
  /// Builds answers; without it, each submission in turn is put into the copy.
  private let kit: TestKit?

  /// Keeps a shared build while it is used.
  private let shared: SharedFolder?

  /// The build of this edition of the course, which all runs of this checkout share.
  ///
  /// Each builds answers in a folder of its own. Nil where every grading needs a copy of its own.
  static func shared(
    _ grader: Grader, builds: URL, _ register: GradeStore, tell: (ClassNews) -> Void
  ) throws -> GradingCopy? {
    #if os(macOS)
      return nil
    #else
      let name = Fingerprint([register.edition, grader.toolchain]).text
      let shared = try SharedFolder(name, in: builds) { folder in
        tell(.building)
        defer { tell(.built) }
        try GradingCopy(grader, folder: folder, work: register.work).make()
      }
      let copy = try GradingCopy(grader, folder: shared.url, work: register.work, shared)
      return copy.kit == nil ? nil : copy
    #endif
  }

  /// Makes a copy for submissions that are graded one after the other.
  static func own(_ grader: Grader, folder: URL) throws -> GradingCopy {
    let copy = try GradingCopy(grader, folder: folder, work: folder)
    try copy.make()
    return copy
  }

  /// Uses a copy in a folder; the files of runs are in the folder `work`.
  private init(_ grader: Grader, folder: URL, work: URL, _ shared: SharedFolder? = nil) throws {
    self.grader = grader
    self.shared = shared
    let copy = Course(root: folder.appending(path: "course"), scratch: folder.appending(path: "build"))
    self.copy = copy
    // The remains of killed runs are removed first: they may be what fills the disk.
    try RunFolder.empty(work.appending(path: "runs"))
    sandbox = grader.sandbox
    var runner = ExerciseRunner(copy, limits: grader.limits)
    runner.work = work
    runner.launcher = sandbox
    runner.isOptimised = true
    runner.scope = grader.isCoreAlone ? .core : .coreFirst
    self.runner = runner
    kit = shared == nil ? nil : TestKit(runner)
  }

  /// Copies the course and builds it, so that the deadline of a student's build applies to the student's
  /// code.
  private func make() throws {
    try GradingCopy.renew(copy, from: grader.course)
    try runner.warmUp(Catalogue.exercises.filter(copy.has))
  }

  /// Restores the sources of the copy; its build results stay.
  private static func renew(_ copy: Course, from course: Course) throws {
    try CourseCopy(course).copy(CourseCopy.forGrading, to: copy.root)
  }

  /// Grades one submission.
  func grade(_ student: String, _ taken: GradedFiles) throws -> Grade {
    if kit == nil { try GradingCopy.renew(copy, from: grader.course) }
    var reports: [Report] = []
    var begun: [Exercise] = []
    var remarks = taken.remarks
    var lost = Duration.zero
    let limit = grader.limits.lostTime
    let end = ContinuousClock.now + limit * 5 * min(Programs.loadFactor, 3)
    let kit = kit?.until(end)
    for exercise in grader.exercises {
      let files = taken.files[exercise.number] ?? []
      if let listing = taken.notRecognised {
        reports.append(.notRecognised(exercise, listing))
      } else if let reason = taken.refusals[exercise.number] {
        reports.append(Report(exercise, .notTaken, reason))
      } else if files.isEmpty {
        reports.append(.notStarted(exercise, "It is not in the submission."))
      } else if files.allSatisfy({ $0.text == text($0.name, of: exercise) }) {
        reports.append(.notStarted(exercise))
      } else if let kit {
        // A submission that stalls in exercise after exercise would keep the others waiting for half an hour.
        if lost > limit * 2 || end < .now {
          reports.append(
            .timedOut(exercise, "It was not tried: other exercises have used up this submission's time."))
          continue
        }
        let begin = ContinuousClock.now
        let (report, noted) = (lost > limit ? kit.hurried : kit).check(
          exercise, files, isPardoned: taken.isPardoned)
        remarks += noted.map { "\(exercise.folder): \($0)" }
        let isOver = end < .now && !report.isDone
        let note =
          isOver
          ? "This submission has used up its time, and everything of it was ended."
          : "It was tried once and not for long, because other exercises of this submission took long."
        let isNoted = isOver || lost > limit && !report.isComplete
        let message = isNoted ? "\(report.message) \(note)" : report.message
        reports.append(isOver ? .timedOut(exercise, message) : report.saying(message))
        if !report.isDone { lost += .now - begin }
      } else {
        for (name, text) in files { try Files.write(text, to: place(name, of: exercise)) }
        begun.append(exercise)
      }
    }
    reports += runner.check(begun)
    return Grade(
      student: student, reports: reports.sorted { $0.exercise < $1.exercise }, remarks: remarks,
      protection: protection,
      date: Date(), isCoreAlone: grader.isCoreAlone)
  }

  /// What was in force, for the report.
  private var protection: String {
    let inspection = kit?.inspects == true ? "" : "the answers' object files were not inspected; "
    return "\(sandbox.description); \(inspection)time limits, and limits for memory, files and output"
  }

  private func place(_ name: String, of exercise: Exercise) -> URL {
    copy.folder(of: exercise).appending(path: name)
  }

  private func text(_ name: String, of exercise: Exercise) -> String? {
    Files.text(place(name, of: exercise))
  }
}

/// The shared build for all submissions, or one copy per parallel grading where a copy cannot be shared.
final class GradingCopies: Sendable {
  private let grader: Grader
  private let builds: URL
  private let register: GradeStore
  private let tell: @Sendable (ClassNews) -> Void
  private let made = Mutex(0)
  /// The shared build, once it is known whether there is one.
  private let shared = Mutex<GradingCopy??>(nil)
  private let free = Mutex<[GradingCopy]>([])

  init(
    _ grader: Grader, builds: URL, _ register: GradeStore, tell: @escaping @Sendable (ClassNews) -> Void
  ) {
    self.grader = grader
    self.builds = builds
    self.register = register
    self.tell = tell
  }

  func withOne<Result>(_ body: (GradingCopy) throws -> Result) throws -> Result {
    // The others wait for the first.
    let common = try shared.withLock { shared in
      let found = try shared ?? GradingCopy.shared(grader, builds: builds, register, tell: tell)
      shared = .some(found)
      return found
    }
    if let common { return try body(common) }
    let copy = try free.withLock { $0.popLast() } ?? another()
    defer { free.withLock { $0.append(copy) } }
    return try body(copy)
  }

  private func another() throws -> GradingCopy {
    let number = made.withLock { value in
      value += 1
      return value
    }
    tell(.building)
    defer { tell(.built) }
    return try GradingCopy.own(grader, folder: register.work.appending(path: "copy-\(number)"))
  }
}
