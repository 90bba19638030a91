import CourseKit
import Markdown

/// How long the parts of the course take, as their texts say it.
enum Minutes {
  /// What is planned for a point of an exercise; all of them together then take about one and a half days.
  static let perPoint = 4

  private static let numbers = ["Five": 5, "Ten": 10, "Fifteen": 15, "Twenty": 20, "Thirty": 30]

  /// The number before "minutes" in a lesson's text.
  static func of(_ lesson: Lesson, in library: Library) -> Int {
    let text = library.source("Lessons/\(lesson.folder)/README.md") ?? ""
    let match = text.firstMatch(of: /(?m)(?:^|\*\*|\| )([A-Z][a-z]+|\d+) minutes/)
    return match.flatMap { numbers[String($0.1)] ?? Int($0.1) } ?? 10
  }

  /// What is planned for a step.
  static func of(_ step: Step, in library: Library) -> Int {
    switch step {
    case .lesson(let lesson): of(lesson, in: library)
    case .exercise(let exercise): exercise.points * perPoint
    }
  }
}
