/// A lesson or an exercise, as a part of the way through the course.
public enum Step: Sendable {
  case lesson(LessonEntry)
  case exercise(Exercise)

  /// How the progress file calls it: by its name, which outlives a new order.
  public var name: String {
    switch self {
    case .lesson(let lesson): "lesson \(lesson.topic)"
    case .exercise(let exercise): "exercise \(exercise.topic)"
    }
  }

  /// How it is called in a sentence.
  public var label: String {
    switch self {
    case .lesson(let lesson): "lesson \(lesson.folder.prefix(2))"
    case .exercise(let exercise): "exercise \(exercise.folder.prefix(2))"
    }
  }

  /// What it is about, in a few words.
  public var title: String {
    switch self {
    case .lesson(let lesson): lesson.title
    case .exercise(let exercise): exercise.title
    }
  }
}

extension Catalogue {
  /// The way through the course: every exercise stands behind the last lesson that it needs.
  public static let steps: [Step] = lessons.flatMap { lesson in
    [.lesson(lesson)] + exercises.filter { $0.lessons.max() == lesson.number }.map(Step.exercise)
  }
}
