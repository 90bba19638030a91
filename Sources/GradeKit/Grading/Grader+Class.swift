import CourseKit
import Foundation
import Synchronization
import Terminal

/// A progress report while a class is graded.
package enum ClassNews: Sendable {
  /// `kept` of these submissions have a grade from an earlier run; the `besides` are files that are not
  /// submissions.
  case begun(kept: Int, of: Int, besides: [String])
  /// A copy of the course is being built, which takes a minute or two.
  case building
  /// The copy has been built.
  case built
  /// One was graded again; `before` is its earlier grade.
  case regraded(Grade, before: Grade?)
  /// One more has a grade: `done` of all.
  case graded(Grade, done: Int, of: Int)
}

extension Grader {
  /// The register of a class, with the verdicts of earlier runs.
  ///
  /// Submissions that are graded one at a time share a register.
  func register(for submissions: URL, _ choice: ClassChoice = ClassChoice()) throws -> GradeStore {
    let name = choice.isSingle ? "single" : Fingerprint([submissions.standardizedFileURL.path]).text
    return try GradeStore(
      choice.register ?? course.root.appending(path: ".build/grading/\(name)"),
      edition: CourseCopy(course).fingerprint(of: CourseCopy.forGrading),
      conditions: "\(sandbox.description)\n\(toolchain)", part: choice.shard?.name ?? "")
  }

  /// Grades every submission in a folder, several at once, or one submission.
  ///
  /// Each result is written as soon as it exists; a second run grades only what is new or has changed, and
  /// everything if the course has changed.
  package func gradeClass(
    in folder: URL, _ choice: ClassChoice = ClassChoice(), tell: @escaping @Sendable (ClassNews) -> Void
  ) throws -> [Grade] {
    let (all, others) =
      choice.isSingle
      ? (Submission.at(folder, in: choice.zone).map { [$0] } ?? [], [])
      : Submission.read(folder, in: choice.zone)
    let submissions = all.filter { choice.includes($0.student) }
    if submissions.isEmpty, choice.merged.isEmpty {
      // Reported before the register is opened, which needs the sandbox, the toolchain and a fingerprint of
      // the course.
      tell(.begun(kept: 0, of: 0, besides: others))
      return []
    }
    let register = try register(for: folder, choice)
    for other in choice.merged { try register.absorb(other) }
    let takes = submissions.map(take)
    let before = zip(submissions, takes).map { register.grade($0.student, $1) }
    let kept = choice.regrades ? before.map { _ in nil } : before
    let open = submissions.indices.filter { kept[$0] == nil }
    tell(.begun(kept: submissions.count - open.count, of: submissions.count, besides: others))

    let grades = Mutex(kept)
    // In a container only the register can be written.
    let isWritable = FileManager.default.isWritableFile(atPath: course.root.path)
    let builds = isWritable ? course.root.appending(path: ".build/grading") : register.folder
    let copies = GradingCopies(self, builds: builds.appending(path: "builds"), register, tell: tell)
    try inParallel(open.count, atOnce: Programs.processors) { place in
      let student = submissions[open[place]].student
      let taken = takes[open[place]]
      let grade = try judge?(student, taken) ?? copies.withOne { try $0.grade(student, taken) }
      // Without a verdict nothing is kept, so the next run tries again.
      if grade.isGraded { try register.keep(grade, taken) }
      if choice.regrades { tell(.regraded(grade, before: before[open[place]])) }
      grades.withLock {
        $0[open[place]] = grade
        tell(.graded(grade, done: $0.count { $0 != nil }, of: $0.count))
      }
    }
    return zip(grades.withLock { $0 }, takes).compactMap { grade, taken in
      var grade = grade
      grade?.hints = taken.hints.isEmpty ? nil : taken.hints
      // Read again in each run, so a corrected date counts at once.
      grade?.handIn = taken.handIn
      grade?.isMarkedLate = taken.isMarkedLate
      return grade
    }
  }
}
