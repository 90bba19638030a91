import CourseKit
import GradeKit
import Synchronization
import Terminal

// The answers to exercises are built, run, and compared with what must hold for them.

extension Verification {
  /// Builds and runs solutions, stubs, alternatives and mistakes; `only` those of some exercises.
  ///
  /// If the student edition is tried afterwards, its stubs need not be tried here: they are the same files.
  ///
  /// With a share, only those mistakes are tried, and right answers are run once.
  package mutating func runExercises(
    only chosen: [Exercise], triesStubs: Bool = true, share: ClassChoice.Shard? = nil
  ) {
    let exercises = exercises.filter { exercise in chosen.contains { $0.number == exercise.number } }
    for exercise in exercises {
      rows[exercise.number] = Row(
        tests: TestSource.names(of: exercise, in: course).count,
        mistakes: course.mistakes(of: exercise).count)
    }
    let times = share == nil ? 3 : 1
    run("solutions", exercises, times: times) { report, _ in Verification.objections(toAnswer: report) }
    // All other answers are compiled alone and linked with the tests that were built now.
    let mistakes = wrongAnswers(to: exercises, share)
    for exercise in exercises {
      rows[exercise.number]?.mistakes = mistakes.count { $0.exercise.number == exercise.number }
    }
    guard let kit = TestKit(runner) else {
      problems.append(
        "Single answers can be built on Linux only: stubs, alternatives and mistakes were not tried.")
      return
    }
    if triesStubs { tryStubs(exercises, with: kit) }
    tryAnswers(exercises, mistakes, times: times, with: kit)
  }

  private mutating func tryStubs(_ exercises: [Exercise], with kit: TestKit) {
    let stubs = exercises.map { Answer(exercise: $0, files: course.answers(to: $0)) }
    run("stubs", stubs, with: kit) { report, _ in Verification.objections(toStub: report) }
  }

  /// Tries alternatives and mistakes, each built alone.
  private mutating func tryAnswers(
    _ exercises: [Exercise], _ mistakes: [Answer], times: Int, with kit: TestKit
  ) {
    let alternatives = exercises.map { Answer(exercise: $0, files: course.alternative(to: $0)) }
    run("alternatives", alternatives, times: times, with: kit) { report, _ in
      Verification.objections(toAnswer: report)
    }
    let caught = Mutex<[Int]>([])
    run("mistakes", mistakes, with: kit) { report, answer in
      guard let mistake = answer.mistake else { return [] }
      let objections = Verification.objections(toMistake: mistake, report)
      if objections.isEmpty { caught.withLock { $0.append(answer.exercise.number) } }
      return objections
    }
    for exercise in caught.withLock({ $0 }) { rows[exercise]?.caught += 1 }
  }

  /// The wrong answers to try, or a share of them.
  private func wrongAnswers(to exercises: [Exercise], _ share: ClassChoice.Shard?) -> [Answer] {
    let all = exercises.flatMap { exercise in
      course.mistakes(of: exercise).compactMap { mistake -> Answer? in
        let (files, fit) = mistake.files(from: course.solution(of: exercise))
        // What does not fit, or cannot be read, is reported with the texts.
        if case .fitsNot = fit { return nil }
        return Answer(exercise: exercise, files: files, mistake: mistake)
      }
    }
    return all.indices.filter { share?.includes(place: $0) ?? true }.map { all[$0] }
  }

  /// An answer to an exercise that is built alone.
  private struct Answer {
    let exercise: Exercise
    let files: [(name: String, text: String)]
    var mistake: Mistake?
  }

  /// Builds each answer alone and collects what is wrong with its report.
  private mutating func run(
    _ variant: String, _ answers: [Answer], times: Int = 1, with kit: TestKit,
    objections: @escaping @Sendable (Report, Answer) -> [String]
  ) {
    let before = problems.count
    let found = Mutex<[Int: [String]]>([:])
    inParallel(answers.count, atOnce: Programs.processors) { [runner] index in
      let answer = answers[index]
      var texts: [String] = []
      switch kit.build(answer.exercise, answer.files) {
      case .failed(let outcome): texts = objections(.of(answer.exercise, outcome), answer)
      case .refused(let reason): texts = objections(.refused(answer.exercise, reason), answer)
      case .program(let program):
        for _ in 0..<times {
          // One test must catch a mistake. It runs alone, so that no other test can fail in its place.
          let report = runner.runTests(
            of: answer.exercise, with: program.url, only: answer.mistake?.caughtBy)
          texts += objections(report, answer)
        }
      }
      found.withLock { $0[index] = texts }
    }
    for (index, answer) in answers.enumerated() {
      note(found.withLock { $0[index] } ?? [], variant, answer.exercise)
    }
    let count = problems.count - before
    step("\(variant): \(answers.count), \(count == 0 ? "as they must be" : counted(count, "problem"))")
  }

  /// Builds a variant and collects what is wrong with each exercise's report.
  private mutating func run(
    _ variant: String, _ exercises: [Exercise], times: Int = 1,
    objections: @escaping @Sendable (Report, Exercise) -> [String]
  ) {
    let before = problems.count
    guard !exercises.isEmpty else { return }
    // For a few exercises the rest of the package need not be built.
    let isAll = exercises.count == self.exercises.count
    let numbers = exercises.map { String($0.module.suffix(2)) }.joined(separator: ",")
    if let text = runner.build(isAll ? variant : "\(variant):\(numbers)", deadline: runner.limits.build) {
      problems.append("The \(variant) do not compile.\n\(text)")
    } else {
      let found = Mutex<[Int: [String]]>([:])
      // The runs of one exercise are sequential; several exercises run in parallel.
      inParallel(exercises.count, atOnce: Programs.processors) { [runner] index in
        let exercise = exercises[index]
        for _ in 0..<times {
          let texts = objections(runner.runTests(of: exercise), exercise)
          found.withLock { $0[exercise.number, default: []] += texts }
        }
      }
      for exercise in exercises { note(found.withLock { $0[exercise.number] } ?? [], variant, exercise) }
    }
    let count = problems.count - before
    let outcome = count == 0 ? "as it must be" : counted(count, "problem")
    step("\(variant): \(counted(exercises.count, "exercise")), \(outcome)")
  }
}
