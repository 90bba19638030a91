extension Catalogue {
  /// The chapters of the course: each serves one purpose of a learner.
  package static let chapters: [Chapter] = [
    Chapter("One operation", from: 0),
    Chapter("Operations that wait for others", from: 5),
    Chapter("A queue", from: 10),
    Chapter("A class of your own", from: 15),
    Chapter("Races", from: 21),
    Chapter("Today", from: 24),
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
    Way("sixty minutes", lessons: [0, 1, 2, 3, 5, 10, 12], "lessons 00 to 03, 05, 10 and 12"),
    Way(
      "one day", lessons: Array(0...14), builds: builds, exercises: [1, 3],
      "lessons 00 to 14 with the Build stops, and exercises 01 and 03"),
    Way(
      "three days", lessons: lessons.map(\.number), builds: builds, exercises: exercises.map(\.number),
      "all lessons, Build stops and exercises"),
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

/// A selection of lessons, Build stops and exercises.
package struct Way: Sendable {
  /// The time that it takes, in words.
  package let time: String
  /// The same at the beginning of a line.
  package var heading: String { time.prefix(1).uppercased() + time.dropFirst() }

  /// The selection, in words.
  package let selection: String
  /// The selection, in the order of the course.
  package let steps: [Step]

  init(
    _ time: String, lessons: [Int], builds: [Build] = [], exercises: [Int] = [], _ selection: String
  ) {
    self.time = time
    self.selection = selection
    steps = Catalogue.steps.filter { step in
      switch step {
      case .lesson(let lesson): lessons.contains(lesson.number)
      case .build(let build): builds.contains { $0.topic == build.topic }
      case .exercise(let exercise): exercises.contains(exercise.number)
      }
    }
  }
}
