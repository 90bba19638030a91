import Terminal

/// The lessons and exercises of the course, in their order.
///
/// `Package.swift` lists the same folders; a test holds the two equal, and the files on disk to both.
package enum Catalogue {
  /// The lesson with that number, if there is one.
  package static func lesson(_ number: Int) -> LessonEntry? { lessons.first { $0.number == number } }

  /// The exercise with that number, if there is one.
  package static func exercise(_ number: Int) -> Exercise? { exercises.first { $0.number == number } }
}

extension Arguments {
  /// Consumes the next word if it is the number of an exercise; nil if there is no word.
  package mutating func exercise() throws(CourseError) -> Exercise? {
    guard let word = word() else { return nil }
    guard let number = Int(word) else { throw CourseError("'\(word)' is not the number of an exercise.") }
    guard let exercise = Catalogue.exercise(number) else {
      throw CourseError("there is no exercise \(word). The numbers are 1 to \(Catalogue.exercises.count).")
    }
    return exercise
  }
}

/// One lesson of the course: where it is and what it is called.
///
/// `LessonKit`'s `Lesson` is its program.
package struct LessonEntry: Sendable {
  /// Its place in the course, from 0.
  package let number: Int
  /// The rest of its folder's name.
  package let topic: String
  /// Its subject, in a few words.
  package let title: String

  init(_ number: Int, _ topic: String, _ title: String) {
    self.number = number
    self.topic = topic
    self.title = title
  }

  /// The folder in `Lessons/`.
  package var folder: String { "\(twoDigits(number))-\(topic)" }

  /// The name of its program, `lesson05`.
  package var program: String { "lesson\(twoDigits(number))" }
}

/// One exercise: a file to complete.
package struct Exercise: Sendable {
  /// Its place in the course, from 1.
  package let number: Int
  /// The rest of its folder's name.
  package let topic: String
  /// The learner's task, in a few words.
  package let title: String
  /// The points for a complete answer.
  package let points: Points
  /// The lessons to see first.
  package let lessons: [Int]
  /// The files that the learner completes.
  package var files: [String] { ["\(topic).swift"] }

  init(
    _ number: Int, _ topic: String, _ title: String, core: Int, depth: Int, after lessons: Int...
  ) {
    self.number = number
    self.topic = topic
    self.title = title
    points = Points(core: core, depth: depth)
    self.lessons = lessons
  }

  /// The folder in `Exercises/` and in `Tests/ExerciseTests/`.
  package var folder: String { "\(twoDigits(number))-\(topic)" }
  /// The module that is compiled from it.
  package var module: String { "Exercise\(twoDigits(number))" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
