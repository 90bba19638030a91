import Foundation

/// How many minutes the course takes, computed from its texts and its points.
package struct StudyTime: Sendable {
  private let course: Course

  /// The minutes of one course.
  package init(_ course: Course) { self.course = course }

  /// The minutes that a lesson's text states at the beginning of a line; nil if it states none.
  package func minutes(of lesson: LessonEntry) -> Int? {
    let text = Files.text(course.root.appending(path: "Lessons/\(lesson.folder)/README.md")) ?? ""
    return StudyTime.minutes(in: text)
  }

  /// The minutes per point of an exercise.
  package static let perPoint = 4

  /// The minutes of an exercise, by its points.
  package func minutes(of exercise: Exercise) -> Int { exercise.points.total * StudyTime.perPoint }

  /// The minutes of a step.
  package func minutes(of step: Step) -> Int {
    switch step {
    case .lesson(let lesson): minutes(of: lesson) ?? 0
    case .build(let build): build.minutes
    case .exercise(let exercise): minutes(of: exercise)
    }
  }

  /// The minutes of "Ten minutes." at the beginning of a line.
  static func minutes(in text: String) -> Int? {
    guard let match = text.firstMatch(of: /(?:^|\n)([A-Z][a-z-]+) minutes\b/) else { return nil }
    let speller = NumberFormatter()
    speller.locale = Locale(identifier: "en")
    speller.numberStyle = .spellOut
    return speller.number(from: match.1.lowercased())?.intValue
  }
}
