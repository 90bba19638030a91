import Foundation

/// What there is to tell while a class is graded.
public enum ClassNews: Sendable {
  /// So many of these submissions have a grade already, from an earlier run; other files are no submissions.
  case begun(kept: Int, of: Int, besides: [String])
  /// A copy of the course is built first, which takes a minute or two.
  case building
  /// That has been done.
  case built
  /// One was graded again, and had another grade before.
  case regraded(Grade, before: Grade?)
  /// One more has a grade: so many of all.
  case graded(Grade, done: Int, of: Int)
}

extension Grader {
  /// The register of a class, which begins with what earlier runs have put into it.
  ///
  /// All submissions that are graded singly share one, so that the course is built for the first of them only.
  func register(for submissions: URL, _ choice: ClassChoice = ClassChoice()) throws -> Register {
    var name = choice.isSingle ? "single" : fingerprint([submissions.standardizedFileURL.path])
    // Each part has a register of its own: parts may be graded side by side.
    if let shard = choice.shard { name += "-\(shard.number)-of-\(shard.count)" }
    return try Register(
      choice.register ?? course.root.appending(path: ".build/grading/\(name)"),
      edition: Edition(course).fingerprint(of: Edition.forGrading),
      conditions: "\(sandbox.description)\n\(toolchain)")
  }

  /// Grades every submission in a folder, several at once, or one.
  ///
  /// Each result is written when it is there; a second run grades only what is new or has changed, and
  /// everything when the course has changed.
  public func gradeClass(
    in folder: URL, _ choice: ClassChoice = ClassChoice(), tell: @escaping @Sendable (ClassNews) -> Void
  ) throws -> [Grade] {
    let (all, others) =
      choice.isSingle ? (Submission.at(folder).map { [$0] } ?? [], []) : Submission.read(folder)
    let submissions = all.filter { choice.includes($0.student) }
    if submissions.isEmpty, choice.merged.isEmpty, !choice.isFresh {
      // Before the register, which needs the sandbox, the toolchain and a fingerprint of the course.
      tell(.begun(kept: 0, of: 0, besides: others))
      return []
    }
    let register = try register(for: folder, choice)
    if choice.isFresh { try register.clear() }
    for other in choice.merged { try register.absorb(other) }
    let takes = submissions.map(take)
    let before = zip(submissions, takes).map { register.grade($0.student, $1) }
    let kept = choice.regrades ? before.map { _ in nil } : before
    let open = submissions.indices.filter { kept[$0] == nil }
    tell(.begun(kept: submissions.count - open.count, of: submissions.count, besides: others))

    let grades = Locked(kept)
    let failure = Locked<(any Error)?>(nil)
    let copies = GradingCopies(self, folder: register.folder, tell: tell)
    inParallel(open.count, atOnce: Programs.processors) { place in
      guard failure.value == nil else { return }
      do {
        let student = submissions[open[place]].student
        let taken = takes[open[place]]
        let grade = try judge?(student, taken) ?? copies.withOne { try $0.grade(student, taken) }
        // Without a verdict there is nothing to keep: the next run tries again.
        if grade.isGraded { try register.keep(grade, taken) }
        if choice.regrades { tell(.regraded(grade, before: before[open[place]])) }
        grades.withValue {
          $0[open[place]] = grade
          tell(.graded(grade, done: $0.count { $0 != nil }, of: $0.count))
        }
      } catch {
        failure.value = error
      }
    }
    if let error = failure.value { throw error }
    return zip(grades.value, takes).compactMap { grade, taken in
      var grade = grade
      grade?.hints = taken.hints.isEmpty ? nil : taken.hints
      return grade
    }
  }
}
