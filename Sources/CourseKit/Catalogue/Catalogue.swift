/// What the course consists of, in its order.
///
/// `Package.swift` lists the same folders; a test holds the two equal, and the files on disk to both.
public enum Catalogue {
  /// The lesson with that number, if there is one.
  public static func lesson(_ number: Int) -> LessonEntry? { lessons.first { $0.number == number } }

  /// The exercise with that number, if there is one.
  public static func exercise(_ number: Int) -> Exercise? { exercises.first { $0.number == number } }
}

/// One lesson of the course: where it is and what it is called.
///
/// `LessonKit`'s `Lesson` is its program.
public struct LessonEntry: Sendable {
  /// Its place in the course, from 0.
  public let number: Int
  /// The rest of its folder's name.
  public let topic: String
  /// What it shows, in a few words.
  public let title: String

  init(_ number: Int, _ topic: String, _ title: String) {
    self.number = number
    self.topic = topic
    self.title = title
  }

  /// The folder in `Lessons/`.
  public var folder: String { "\(twoDigits(number))-\(topic)" }

  /// The name of its program, `lesson07`.
  public var program: String { "lesson\(twoDigits(number))" }
}

/// One exercise: a file to complete.
public struct Exercise: Sendable {
  /// Its place in the course, from 1.
  public let number: Int
  /// The rest of its folder's name.
  public let topic: String
  /// What the learner writes, in a few words.
  public let title: String
  /// The points for a complete answer.
  public let points: Int
  /// The lessons to see first.
  public let lessons: [Int]
  /// The files that the learner completes.
  public let files: [String]
  /// Tests that hold for the untouched stub too, because they forbid something and it does nothing.
  public let vacuousTests: [String]

  init(
    _ number: Int, _ topic: String, _ title: String, points: Int, after lessons: [Int], files: [String],
    vacuousTests: [String] = []
  ) {
    self.number = number
    self.topic = topic
    self.title = title
    self.points = points
    self.lessons = lessons
    self.files = files
    self.vacuousTests = vacuousTests
  }

  /// The folder in `Exercises/` and in `Tests/ExerciseTests/`.
  public var folder: String { "\(twoDigits(number))-\(topic)" }
  /// The module that is compiled from it.
  public var module: String { "Exercise\(twoDigits(number))" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
