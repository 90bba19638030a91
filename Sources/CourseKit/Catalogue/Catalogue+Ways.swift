extension Catalogue {
  /// The chapters of the course: each serves one purpose of a learner.
  package static let chapters: [Chapter] = [
    Chapter("Meet operations and queues", from: 0),
    Chapter("Write an operation", from: 2),
    Chapter("Let a queue order and limit the work", from: 6),
    Chapter("Suspend a queue and set it up", from: 10),
    Chapter("Cancel work", from: 12),
    Chapter("Build a download with states, pause and archive", from: 14),
    Chapter("Find races and prevent them", from: 20),
    Chapter("Join async/await, choose a tool, find a stall", from: 21),
  ]

  /// The lessons and exercises of a chapter, in the order of the course.
  package static func steps(of chapter: Chapter) -> [Step] {
    func place(of lesson: Int?) -> Int {
      steps.firstIndex { if case .lesson(let entry) = $0 { entry.number == lesson } else { false } }
        ?? steps.count
    }
    let after = chapters.drop { $0.first != chapter.first }.dropFirst().first
    return Array(steps[place(of: chapter.first)..<place(of: after?.first)])
  }

  /// The ways through the course, by the time that a learner has.
  package static let ways: [Way] = [
    Way("sixty minutes", lessons: [0, 1, 3, 4, 7, 13], "lessons 00, 01, 03, 04, 07 and 13"),
    Way(
      "one day", lessons: Array(0...13) + [25], exercises: [1, 2, 4, 5],
      "lessons 00 to 13 and 25, and exercises 01, 02, 04 and 05"),
    Way(
      "three days", lessons: lessons.map(\.number), exercises: exercises.map(\.number),
      "all lessons and exercises"),
  ]
}

/// A part of the course.
package struct Chapter: Sendable {
  /// What its reader wants to do.
  package let title: String
  /// The number of its first lesson.
  package let first: Int

  init(_ title: String, from first: Int) { (self.title, self.first) = (title, first) }
}

/// A selection of lessons and exercises.
package struct Way: Sendable {
  /// The time that it takes, in words.
  package let time: String
  /// The same at the beginning of a line.
  package var heading: String { time.prefix(1).uppercased() + time.dropFirst() }

  /// The selection, in words.
  package let selection: String
  /// The selection, in the order of the course.
  package let steps: [Step]

  init(_ time: String, lessons: [Int], exercises: [Int] = [], _ selection: String) {
    self.time = time
    self.selection = selection
    steps = Catalogue.steps.filter { step in
      switch step {
      case .lesson(let lesson): lessons.contains(lesson.number)
      case .exercise(let exercise): exercises.contains(exercise.number)
      }
    }
  }
}
