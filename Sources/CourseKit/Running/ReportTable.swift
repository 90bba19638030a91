import Terminal

/// A table of reports, with a line per exercise and the sums of the points.
package struct ReportTable {
  /// One line: an exercise, the report on it, and its points.
  package struct Row: Sendable {
    package let exercise: Exercise
    package let report: Report
    package let points: Points
    package let maximum: Points

    /// With the points of the report, unless others are given, for example some that were changed by hand.
    package init(_ exercise: Exercise, _ report: Report, points: Points? = nil, maximum: Points? = nil) {
      self.exercise = exercise
      self.report = report
      self.points = points ?? report.score(outOf: exercise.points)
      self.maximum = maximum ?? exercise.points
    }
  }

  private let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  /// The table, with the sum of the points, or with another score, for example one that was reduced for
  /// lateness.
  package func text(score: Int? = nil) -> String {
    var lines = [["exercise", "tests", "core", "depth", "points", "state"]]
    for row in rows {
      let tests = row.report.tests
      let holding = tests.count(where: \.hasPassed)
      lines.append(
        [row.exercise.folder, tests.isEmpty ? "" : "\(holding) of \(tests.count)"]
          + ReportTable.cells(row.points, of: row.maximum) + [row.report.state.rawValue])
    }
    let points = rows.reduce(.none) { $0 + $1.points }
    let maximum = rows.reduce(.none) { $0 + $1.maximum }
    lines.append(["total", ""] + ReportTable.cells(points, of: maximum, score: score) + [""])
    return aligned(lines, left: [0, 5])
  }

  /// The cells for the core, the depth and both; that of a level without points is empty.
  package static func cells(_ points: Points, of maximum: Points, score: Int? = nil) -> [String] {
    Requirement.Level.allCases.map { maximum[$0] == 0 ? "" : "\(points[$0]) of \(maximum[$0])" }
      + ["\(score ?? points.total) of \(maximum.total)"]
  }
}
