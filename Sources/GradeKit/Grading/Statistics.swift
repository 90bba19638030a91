import CourseKit
import Terminal

/// Statistics of the grades of a class.
package struct Statistics {
  private let grades: [Grade]

  /// Counts the grades with a verdict.
  package init(_ grades: [Grade]) { self.grades = grades.filter(\.isGraded) }

  /// A table by exercise with the requirement that fails most often, and a histogram of the points.
  package var text: String {
    guard !grades.isEmpty else { return "No submission has a grade.\n" }
    return aligned([Statistics.head] + rows, left: [0, 6]) + "\n\n\(histogram)\n\(summary)\n"
  }

  /// The number of students and their median.
  var summary: String {
    let maximum = grades.first?.maximum ?? 0
    return
      "\(counted(grades.count, "student")), median \(Statistics.median(grades.map(\.score))) of \(maximum)"
  }

  /// The titles of the columns.
  static let head = ["exercise", "begun", "done", "mastered", "core", "depth", "fails most often"]

  /// A row for each exercise; core and depth are medians of the points of those who have begun it.
  var rows: [[String]] {
    (grades.first?.rows.map(\.exercise) ?? []).map { exercise in
      let rows = grades.flatMap { grade in
        grade.rows.filter { $0.exercise.number == exercise.number }.map { (grade, $0.report) }
      }
      let begun = rows.filter { $0.1.isBegun }
      let points = begun.map { $0.0.points(exercise, $0.1) }
      let maximum = rows.first?.0.maximum(exercise) ?? exercise.points
      let medians = Requirement.Level.allCases.map { level in
        maximum[level] == 0 || begun.isEmpty
          ? "" : "\(Statistics.median(points.map { $0[level] })) of \(maximum[level])"
      }
      return [
        exercise.folder, "\(begun.count)", "\(rows.count(where: \.1.isDone))",
        "\(rows.count { $0.1.state == .mastered })",
      ] + medians + [Statistics.mostCommon(rows.map(\.1))]
    }
  }

  /// How many students fall into each tenth of the points.
  var tenths: [Int] {
    let maximum = grades.first?.maximum ?? 0
    let tenths = grades.map { maximum == 0 ? 0 : min(9, $0.score * 10 / maximum) }
    return (0..<10).map { tenth in tenths.count { $0 == tenth } }
  }

  static func range(_ tenth: Int) -> String {
    "\(tenth * 10) % to \(tenth == 9 ? "100 %" : "under \(tenth * 10 + 10) %")"
  }

  /// A line for each tenth of the points.
  private var histogram: String {
    let most = max(1, tenths.max() ?? 1)
    let lines = tenths.enumerated().map { tenth, count in
      let bar = String(repeating: "█", count: (count * 40 + most - 1) / most)
      return [Statistics.range(tenth), "\(count)", bar]
    }
    return aligned([["points", "students", ""]] + lines, left: [0, 2])
  }

  static func median(_ values: [Int]) -> Int {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
  }

  /// The requirement that fails most often, or the state in which most runs ended, and how often.
  static func mostCommon(_ reports: [Report]) -> String {
    var counts: [String: Int] = [:]
    for report in reports where report.isBegun {
      let names = report.failures.filter(\.wasTried).map(\.name)
      if names.isEmpty && report.isDone { continue }
      for name in names.isEmpty ? ["it \(report.state.words)"] : names { counts[name, default: 0] += 1 }
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.map { "\($0.key) (\($0.value))" } ?? ""
  }
}

extension Report {
  /// Whether there is an answer that was graded.
  var isBegun: Bool { ![.notStarted, .notRecognised, .notGraded].contains(state) }
}

extension Report.State {
  /// The state as the rest of a sentence about an answer.
  fileprivate var words: String {
    switch self {
    case .didNotCompile: "does not compile"
    case .timedOut: "does not finish"
    case .crashed: "crashes"
    default: "is \(rawValue)"
    }
  }
}
