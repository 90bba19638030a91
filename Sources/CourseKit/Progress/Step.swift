/// A lesson or an exercise, as a step of the course.
package enum Step: Sendable {
  case lesson(LessonEntry)
  case exercise(Exercise)

  /// Its name in the progress file, which does not depend on the order of the course.
  package var name: String {
    switch self {
    case .lesson(let lesson): "lesson \(lesson.topic)"
    case .exercise(let exercise): "exercise \(exercise.topic)"
    }
  }

  /// Its name in a sentence.
  package var label: String {
    switch self {
    case .lesson(let lesson): "lesson \(lesson.folder.prefix(2))"
    case .exercise(let exercise): "exercise \(exercise.folder.prefix(2))"
    }
  }

  /// Its subject, in a few words.
  package var title: String {
    switch self {
    case .lesson(let lesson): lesson.title
    case .exercise(let exercise): exercise.title
    }
  }
}

extension Catalogue {
  /// The order of the course: every exercise follows the last lesson that it needs.
  package static let steps: [Step] = lessons.flatMap { lesson in
    [.lesson(lesson)] + exercises(after: lesson).map(Step.exercise)
  }

  /// The exercises that follow a lesson, the one with fewer points first.
  package static func exercises(after lesson: LessonEntry) -> [Exercise] {
    exercises.filter { $0.lessons.max() == lesson.number }.sorted {
      ($0.points.total, $0.number) < ($1.points.total, $1.number)
    }
  }
}
