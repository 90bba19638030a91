import CourseKit
import Foundation
import Terminal

/// A report as a learner reads it: a headline, a line for each requirement, the first failure, and what to do
/// next.
///
/// The depth is one line until the core holds, and the core is one line afterwards.
struct ReportView {
  private let report: Report
  private let exercise: Exercise
  private let course: Course
  private let showsAll: Bool
  /// How many lines are visible at once; nil if it is not a terminal.
  var rows = Terminal.rows

  init(_ report: Report, of exercise: Exercise, in course: Course, showsAll: Bool = false) {
    self.report = report
    self.exercise = exercise
    self.course = course
    self.showsAll = showsAll
  }

  func show() { Console.print(text) }

  var text: String {
    var parts = [headline]
    switch report.state {
    case .didNotCompile:
      parts.append(diagnostics)
      parts.append("Fix the first error first; later ones may disappear with it.")
    case .notGraded:
      parts.append(Console.indented(report.message, by: 2))
      parts.append(
        "The cause is not in your file. 'swift run course doctor' looks for it; then check again.")
    default:
      if !report.message.isEmpty { parts.append(Console.indented(report.message, by: 2)) }
      if report.state == .refused {
        parts.append("Whoever grades refuses it, too: no points until this is changed.")
      }
      parts.append(requirements.joined(separator: "\n"))
      let failure = showsAll ? nil : firstFailure
      if let failure { parts.append("\(failure.headline)\n\(failure.text)") }
      parts.append(next(after: failure).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// The compiler's errors: as many as fit on the screen below the headline, and at least one.
  private var diagnostics: String {
    let all = report.message.components(separatedBy: "\n\n").map { Console.code($0) }
    guard let rows, !showsAll else { return all.joined(separator: "\n\n") }
    var shown = all.prefix(1)
    while shown.count < all.count {
      let more = all.prefix(shown.count + 1)
      // The headline, the advice, and the keys or the prompt.
      if more.joined(separator: "\n\n").lines.count + 7 > rows { break }
      shown = more
    }
    let others = all.count - shown.count
    if others > 0 { shown.append(Console.dim("and \(counted(others, "other error")), which --all shows")) }
    return shown.joined(separator: "\n\n")
  }

  /// Title and verdict, in one line if they fit.
  private var headline: String {
    let title = "Exercise \(exercise.folder.prefix(2)): \(exercise.topic)"
    let (sign, verdict) = (report.isDone ? "✓" : "✘", verdict)
    let fits = title.columns + verdict.columns + 4 < Terminal.width
    let colour = report.isDone ? Console.good : Console.bad
    return Console.bold(title) + (fits ? "  " : "\n") + Console.item(sign, colour, verdict, colour)
  }

  private var verdict: String {
    let points = report.score(outOf: exercise.points).total
    let core = report.tests(.core)
    switch report.state {
    case .mastered:
      let holding = report.hasDepth ? "core and depth hold" : "all \(counted(core.count, "requirement")) hold"
      return "mastered: \(holding), \(points) points"
    case .done: return "done: the core holds, \(points) of \(exercise.points.total) points"
    case .didNotCompile: return "does not compile"
    case .notGraded: return "no verdict: the machine ended the run"
    case .failed, .crashed, .timedOut, .tampered, .refused, .notTaken, .notStarted, .notRecognised:
      let state = report.state == .failed ? "" : "\(report.state.rawValue), "
      let holding = core.count(where: \.hasPassed)
      let level = report.hasDepth ? " of the core" : ""
      return "\(state)\(holding) of \(counted(core.count, "requirement"))\(level) hold"
    }
  }

  /// A line for each requirement, or for a level.
  private var requirements: [String] {
    Requirement.Level.allCases.flatMap { level -> [String] in
      let tests = report.tests(level)
      let isWhole = showsAll || (level == .core ? !report.isDone : report.state == .done)
      if tests.isEmpty { return [] }
      if !isWhole { return [line(for: level, tests)] }
      let title =
        level == .depth ? ["", "depth: \(tests.count(where: \.hasPassed)) of \(tests.count) hold"] : []
      return title
        + tests.map { test in
          line(for: test) + (showsAll ? failures(of: test).map { "\n\($0)\n" } ?? "" : "")
        }
    }
  }

  private func line(for level: Requirement.Level, _ tests: [TestResult]) -> String {
    let count = counted(tests.count, "requirement")
    return tests.allSatisfy(\.hasPassed)
      ? Console.item("✓", Console.good, "\(level): \(tests.count) of \(tests.count) hold", Console.dim)
      : Console.item("○", Console.dim, "\(level): \(count), after the core", Console.dim)
  }

  private func line(for test: TestResult) -> String {
    if test.hasPassed { return Console.item("✓", Console.good, test.name, Console.dim) }
    return test.wasTried
      ? Console.item("✘", Console.bad, test.name) : Console.item("○", Console.dim, test.name, Console.dim)
  }

  /// All failures of a requirement; nil if there is none.
  private func failures(of test: TestResult) -> String? {
    test.failures.isEmpty ? nil : Console.indented(test.failures.joined(separator: "\n\n"), by: 4)
  }

  private struct Failure {
    let requirement: String
    let text: String

    var headline: String { Console.item("✘", Console.bad, requirement, Console.bold) }
    var reminder: String { Console.item("✘", Console.bad, "\(requirement): above", Console.bold) }
  }

  /// The first paragraph of the first requirement that fails: the others mostly follow from it.
  private var firstFailure: Failure? {
    guard let test = report.failures.first(where: { !$0.failures.isEmpty }) else { return nil }
    var parts = [Console.indented(test.failures[0], by: 4)]
    let others = test.failures.count - 1
    if others > 0 {
      parts.append(Console.dim("    and \(counted(others, "other failure")) of it, which --all shows"))
    }
    let more = report.failures.count { !$0.failures.isEmpty } - 1
    if more > 0 {
      parts.append(Console.dim("    and \(counted(more, "other requirement")) not met, which --all explains"))
    }
    let text = parts.joined(separator: "\n\n")
    return Failure(requirement: test.name, text: text)
  }

  /// The next commands; the failure is named again if its headline is not on the screen any more.
  private func next(after failure: Failure?) -> [String] {
    var lines: [String] = []
    if report.isDone {
      lines.append("  compare   swift run course solution \(exercise.number)")
      lines.append("  next      swift run course next")
    }
    if report.state != .mastered {
      lines.append("  edit      \(course.paths(of: exercise).joined(separator: ", "))")
      lines.append("  stuck?    swift run course hint \(exercise.number)")
    }
    // Below it are the keys or the prompt.
    if let failure, let rows, failure.text.lines.count + lines.count + 6 > rows {
      lines.insert("\(failure.reminder)\n", at: 0)
    }
    return lines
  }
}
