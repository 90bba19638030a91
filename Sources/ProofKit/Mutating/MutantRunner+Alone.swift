import AnswerKit
import CourseKit
import Foundation
import Synchronization

// Subjects that are built alone, as answers that are handed in are.

extension MutantRunner {
  /// The number of mutants from which they share one program.
  ///
  /// A program with switches has declarations that the answer lacks, so the tests are compiled for it, and mutants
  /// that do not compile are found in several rounds. A single mutant compiles in two seconds.
  private static let crowd = 12

  /// Builds each subject that has mutants: with all of them behind switches, or without any.
  func buildAlone(_ subjects: inout [MutantSubject]) throws {
    let before = subjects.reduce(0) { $0 + $1.mutants.count }
    subjects.removeAll { $0.mutants.isEmpty }
    let built = Mutex(subjects)
    let count = subjects.count
    let done = Mutex(0)
    try inParallel(count, atOnce: jobs) { index in
      let subject = try buildAlone(built.withLock { $0[index] })
      built.withLock { $0[index] = subject }
      let number = done.withLock { done in
        done += 1
        return done
      }
      tell("\(number) of \(count) built: \(subject.name)")
    }
    subjects = built.withLock { $0 }
    let after = subjects.reduce(0) { $0 + $1.mutants.count }
    let rest = subjects.contains { !$0.isWoven } ? "; some are compiled in their turn" : ""
    say("\(after) of \(before) mutants are left\(rest)")
  }

  private func buildAlone(_ subject: MutantSubject) throws -> MutantSubject {
    guard let kit, let exercise = subject.exercise else { return subject }
    var subject = subject
    subject.isWoven = subject.mutants.count > MutantRunner.crowd
    if subject.isWoven {
      try Files.removeIfThere(subject.folder)
      for (name, text) in exerciseRunner.course.given(of: exercise) {
        try Files.write(text, to: subject.folder.appending(path: name))
      }
      subject = check(subject)
    }
    for _ in 1...20 {
      // A mutant that needs a build of its own has no switch: here it would be on for all others.
      let switched = subject.isWoven ? subject.mutants.filter { !$0.isBuilt } : []
      switch kit.build(exercise, subject.answer(with: switched)) {
      case .program(let program):
        subject.program = program
        return subject
      case .refused(let reason): throw CourseError("\(subject.name): \(reason)")
      case .failed(let outcome):
        let said = outcome.message ?? ""
        guard case .refused = outcome, subject.isWoven, subject.drop(said) else {
          throw CourseError("\(subject.name) does not compile:\n\(said)")
        }
      }
    }
    throw CourseError("\(subject.name): after 20 builds there are still mutants that do not compile")
  }

  /// The program with one mutant; nil if that does not compile.
  func alone(_ mutant: Mutant, of subject: MutantSubject, _ kit: TestKit) throws -> TestProgram? {
    guard let exercise = subject.exercise else { return nil }
    switch kit.build(exercise, subject.answer(with: [mutant])) {
    case .program(let program): return program
    case .refused, .failed(.refused): return nil
    case .failed(let outcome):
      throw CourseError("\(subject.name): \(outcome.message ?? "not built"): \(mutant.summary)")
    }
  }
}
