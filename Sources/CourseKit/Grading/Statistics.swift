import Typesetting

/// What the grades of a class have in common.
public struct Statistics {
  private let grades: [Grade]

  /// Those with a verdict count.
  public init(_ grades: [Grade]) { self.grades = grades.filter(\.isGraded) }

  /// A table by exercise, the requirement that fails most often in each, and how many students have how much.
  public var text: String {
    guard let first = grades.first else { return "No submission has a grade.\n" }
    var lines = [["exercise", "passed", "begun", "median", "fails most often"]]
    for exercise in first.rows.map(\.exercise) {
      let rows = grades.flatMap { grade in
        grade.rows.filter { $0.exercise.number == exercise.number }.map { (grade, $0.report) }
      }
      let points = rows.map { $0.0.points(exercise, $0.1) }
      lines.append([
        exercise.folder, "\(rows.count { $0.1.state == .passed })",
        "\(rows.count { $0.1.state != .notStarted })",
        "\(Statistics.median(points)) of \(exercise.points)", Statistics.mostCommon(rows.map(\.1)),
      ])
    }
    let scores = grades.map(\.score)
    return aligned(lines, left: [0, 4]) + "\n\n\(histogram(scores, of: first.maximum))"
      + "\n\(counted(grades.count, "student")), median \(Statistics.median(scores)) of \(first.maximum)\n"
  }

  /// A line for each tenth of the points.
  private func histogram(_ scores: [Int], of maximum: Int) -> String {
    let tenths = scores.map { maximum == 0 ? 0 : min(9, $0 * 10 / maximum) }
    let most = max(1, (0..<10).map { tenth in tenths.count { $0 == tenth } }.max() ?? 1)
    let lines = (0..<10).map { tenth in
      let count = tenths.count { $0 == tenth }
      let bar = String(repeating: "█", count: (count * 40 + most - 1) / most)
      return ["\(tenth * 10) % to \(tenth == 9 ? "100 %" : "under \(tenth * 10 + 10) %")", "\(count)", bar]
    }
    return aligned([["points", "students", ""]] + lines, left: [0, 2])
  }

  static func median(_ values: [Int]) -> Int {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
  }

  /// The requirement that fails most often, and how often.
  static func mostCommon(_ reports: [Report]) -> String {
    var counts: [String: Int] = [:]
    for name in reports.flatMap({ $0.failures.map(\.name) }) { counts[name, default: 0] += 1 }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.map { "\($0.key) (\($0.value))" } ?? ""
  }
}
