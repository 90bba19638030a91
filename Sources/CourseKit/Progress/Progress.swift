import Foundation
import Terminal

/// The progress of a learner, in a plain text file that can be read, edited and committed.
///
///     current: exercise Pipeline
///     done: lesson Notifications 2026-11-21
///     done: exercise Order 2026-11-21
///     mastered: exercise Order 2026-11-21
///     hints: exercise Pipeline 2
///     gave up: exercise Pipeline 2026-11-21
///     answer: lesson Order step 3 1
///     again: lesson Order step 3 2026-11-21
///
/// An exercise is done when its core holds, and mastered when its depth holds, too. A lesson writes its
/// answers itself; the line with `again` exists while the last one is wrong. Unknown lines are kept in place.
/// No grade depends on this file.
package struct Progress: Sendable {
  private let file: URL
  private var kept: ProgressLines
  /// Why the file cannot be read although it exists, and what to do; nil if it can be read.
  package private(set) var trouble: String?

  /// Reads the progress in a course; it is empty if there is none yet.
  package init(_ course: Course) {
    let file = course.root.appending(path: Progress.path)
    let data = FileManager.default.contents(atPath: file.path)
    let kept = data.flatMap(ProgressLines.init)
    self.init(kept ?? ProgressLines(""), in: file)
    guard kept == nil, Files.exists(file) else { return }
    trouble =
      data == nil
      ? "\(Progress.path) cannot be read. Check its permissions, or rename it to begin a new one."
      : "\(Progress.path) is not text in UTF-8. Repair it, or rename it to begin a new one."
  }

  /// The path of the file in a course.
  package static let path = ".course/progress.txt"

  /// Reads the progress from the text of such a file.
  package init(_ text: String) { self.init(ProgressLines(text), in: URL(filePath: Progress.path)) }

  private init(_ kept: ProgressLines, in file: URL) {
    self.file = file
    self.kept = kept
  }

  /// Writes the file, unless it contains progress that could not be read and would be lost.
  package func save() throws {
    if let trouble { throw CourseError("\(trouble) This step was not noted.") }
    try Files.write(kept.text, to: file)
  }

  // MARK: - Lines

  private func place(_ key: String, _ name: String) -> Int? {
    kept.lines.firstIndex { $0 == "\(key): \(name)" || $0.hasPrefix("\(key): \(name) ") }
  }

  private func value(_ key: String, _ name: String) -> String? {
    place(key, name).map {
      String(kept.lines[$0].dropFirst("\(key): \(name)".count)).trimmingCharacters(in: .whitespaces)
    }
  }

  private mutating func set(_ key: String, _ name: String, _ value: String) {
    let line = "\(key): \(name) \(value)"
    if let place = place(key, name) { kept.lines[place] = line } else { kept.lines.append(line) }
  }

  // MARK: - Steps

  /// Whether a step has been passed or run.
  package func isDone(_ step: Step) -> Bool { place("done", step.name) != nil }

  /// Notes that a step is done; neither an earlier date nor the current step changes.
  package mutating func markDone(_ step: Step) {
    if let current, current.name == step.name { go(to: current) }
    if !isDone(step) { set("done", step.name, Progress.today) }
  }

  /// Whether the core and the depth of an exercise have passed.
  package func isMastered(_ exercise: Exercise) -> Bool {
    place("mastered", Step.exercise(exercise).name) != nil
  }

  /// Notes what a check has found out: that an exercise is done, or mastered.
  package mutating func note(_ report: Report, of exercise: Exercise) {
    guard report.isDone else { return }
    markDone(.exercise(exercise))
    if report.state == .mastered, !isMastered(exercise) {
      set("mastered", Step.exercise(exercise).name, Progress.today)
    }
  }

  /// How many hints of an exercise have been shown.
  package func hints(_ exercise: Exercise) -> Int {
    Int(value("hints", Step.exercise(exercise).name) ?? "") ?? 0
  }

  /// Notes how many hints have been shown.
  package mutating func noteHints(_ exercise: Exercise, _ count: Int) {
    set("hints", Step.exercise(exercise).name, "\(count)")
  }

  /// Whether the solution was shown before the exercise was passed.
  package func gaveUp(_ exercise: Exercise) -> Bool { place("gave up", Step.exercise(exercise).name) != nil }

  /// Notes that the solution was shown before the exercise was passed.
  package mutating func noteGivingUp(_ exercise: Exercise) {
    if !gaveUp(exercise) { set("gave up", Step.exercise(exercise).name, Progress.today) }
  }

  /// The lessons with wrong predictions that have not been corrected, and how many each has.
  package var predictionsToCorrect: [(lesson: LessonEntry, count: Int)] {
    let wrong = kept.lines.compactMap(PredictionLine.init).filter { $0.kind == .again }
    return Catalogue.lessons.compactMap { lesson in
      let count = wrong.count { $0.lesson == lesson.topic }
      return count == 0 ? nil : (lesson, count)
    }
  }

  /// Whether a question of the lesson was answered, which happens only while it runs.
  package func hasAnswers(_ lesson: LessonEntry) -> Bool {
    kept.lines.compactMap(PredictionLine.init).contains { $0.kind == .answer && $0.lesson == lesson.topic }
  }

  private static var today: String { Date().formatted(.iso8601.year().month().day()) }

  // MARK: - The current step

  private var named: Step? {
    let name = kept.lines.first { $0.hasPrefix("current: ") }.map { String($0.dropFirst("current: ".count)) }
    return Catalogue.steps.first { $0.name == name }
  }

  /// The learner's current step, which may be done already; nil if all are done.
  package var current: Step? { named ?? Catalogue.steps.first { !isDone($0) } }

  /// Makes a step the current one.
  package mutating func go(to step: Step) {
    kept.lines.removeAll { $0.hasPrefix("current: ") }
    kept.lines.insert("current: \(step.name)", at: kept.lines.first?.hasPrefix("#") == true ? 1 : 0)
  }

  /// Goes to the first step after the current one that is not done, or else to the first one skipped before.
  package mutating func goOn() -> Step? {
    let steps = Catalogue.steps
    let place = named.flatMap { step in steps.firstIndex { $0.name == step.name } } ?? -1
    kept.lines.removeAll { $0.hasPrefix("current: ") }
    guard let next = (steps[(place + 1)...] + steps[...max(place, 0)]).first(where: { !isDone($0) }) else {
      return nil
    }
    go(to: next)
    return next
  }
}
