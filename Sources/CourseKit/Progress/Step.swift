/// A lesson, a Build stop or an exercise, as a step of the course.
package enum Step: Sendable {
  case lesson(LessonEntry)
  case build(Build)
  case exercise(Exercise)

  /// Its name in the progress file, which does not depend on the order of the course.
  package var name: String {
    switch self {
    case .lesson(let lesson): "lesson \(lesson.topic)"
    case .build(let build): "build \(build.topic)"
    case .exercise(let exercise): "exercise \(exercise.topic)"
    }
  }

  /// Its name in a sentence.
  package var label: String {
    switch self {
    case .lesson(let lesson): "lesson \(lesson.folder.prefix(2))"
    case .build(let build): "build \(build.topic)"
    case .exercise(let exercise): "exercise \(exercise.folder.prefix(2))"
    }
  }

  /// Its subject, in a few words.
  package var title: String {
    switch self {
    case .lesson(let lesson): lesson.title
    case .build(let build): build.title
    case .exercise(let exercise): exercise.title
    }
  }
}

extension Catalogue {
  /// The order of the course: exercises and Build stops follow the last lesson that they need.
  package static let steps: [Step] = lessons.flatMap { lesson in
    [.lesson(lesson)] + exercises(after: lesson).map(Step.exercise)
      + builds.filter { $0.lesson == lesson.number }.map(Step.build)
  }

  /// The exercises that follow a lesson.
  package static func exercises(after lesson: LessonEntry) -> [Exercise] {
    exercises.filter { $0.lessons.max() == lesson.number }
  }
}
