import Typesetting

/// A table of reports, with a line per exercise and the sum of the points.
package struct ReportTable {
  private let rows: [(exercise: Exercise, report: Report)]

  package init(_ rows: [(exercise: Exercise, report: Report)]) { self.rows = rows }

  /// The table, with the points of each report.
  package var text: String {
    let points = rows.map { $1.score(outOf: $0.points) }
    return text(points: points, score: points.reduce(0, +))
  }

  /// The table with other points, for example some that were changed by hand.
  package func text(points: [Int], score: Int) -> String {
    var lines = [["exercise", "tests", "points", "state"]]
    for ((exercise, report), points) in zip(rows, points) {
      let holding = report.tests.count(where: \.hasPassed)
      lines.append([
        exercise.folder, report.tests.isEmpty ? "" : "\(holding) of \(report.tests.count)",
        "\(points) of \(exercise.points)", report.state.rawValue,
      ])
    }
    let maximum = rows.reduce(0) { $0 + $1.exercise.points }
    lines.append(["total", "", "\(score) of \(maximum)", ""])
    return aligned(lines, left: [0, 3])
  }
}
