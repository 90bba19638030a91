import CourseKit

// What must hold for the answers, and the problems that are reported otherwise.

extension Verification {
  /// What a test's report contains if its process was ended, or ended itself, before the last line.
  static let signOfAnEnd = "expected the code to return, got"

  /// What is wrong with a stub's report: it must fail by expectations.
  static func objections(toStub report: Report) -> [String] {
    guard report.state == .failed else {
      return [
        "The tests of the stub did not fail as they should: \(report.state.rawValue). \(report.message)"
      ]
    }
    var texts: [String] = []
    for test in report.tests {
      if test.hasPassed { texts.append("'\(test.name)' holds for the stub.") }
      if test.failures.contains(where: { $0.contains(signOfAnEnd) }) {
        texts.append("'\(test.name)' fails for the stub by a crash or a deadline, not by an expectation.")
      }
    }
    return texts
  }

  /// What is wrong with the report of a solution or an alternative: it must pass.
  static func objections(toAnswer report: Report) -> [String] {
    guard report.state != .mastered else { return [] }
    let failures = report.failures.map { "'\($0.name)': \($0.failures.joined(separator: "\n"))" }
    return ["\(report.state.rawValue). \(report.message)\n\(failures.joined(separator: "\n"))"]
  }

  /// What is wrong with a mistake's report: the test that it names must fail; others may fail too.
  static func objections(toMistake mistake: Mistake, _ report: Report) -> [String] {
    let catcher = report.tests.first { $0.name == mistake.caughtBy }
    if report.state == .failed, let catcher, !catcher.hasPassed { return [] }
    let others = report.failures.map { "'\($0.name)'" }.joined(separator: ", ")
    return [
      "\(mistake.name) is not caught by '\(mistake.caughtBy)': \(report.state.rawValue). \(report.message)"
        + (others.isEmpty ? "" : " These fail: \(others).")
    ]
  }
}
