extension Catalogue {
  /// The stops at which the reader builds the framework, in the order of its stages.
  package static let builds = [
    Build(
      "Life", stages: 1...2, "One operation, run once, whichever thread starts it", after: 4, minutes: 30),
    Build("Dependencies", stages: 3...3, "Operations that wait for others", after: 5, minutes: 20),
    Build("Observation", stages: 4...4, "Changes that others are notified of", after: 7, minutes: 20),
    Build("Queue", stages: 5...6, "A queue, and the threads that work for it", after: 13, minutes: 50),
  ]
}

/// A stop at which the reader repairs one or two stages of the framework before reading on.
package struct Build: Sendable {
  /// Its name in the progress file and in the tables.
  package let topic: String
  /// Its stages, each a folder in `Lessons/Stages`.
  package let stages: ClosedRange<Int>
  /// Its subject, in a few words.
  package let title: String
  /// The lesson that it follows.
  package let lesson: Int
  /// The minutes for reading, running and the task.
  package let minutes: Int

  init(_ topic: String, stages: ClosedRange<Int>, _ title: String, after lesson: Int, minutes: Int) {
    (self.topic, self.stages, self.title) = (topic, stages, title)
    (self.lesson, self.minutes) = (lesson, minutes)
  }

  /// The words after `swift run` that show it.
  package var command: String { "stages \(stages.map(String.init).joined(separator: " "))" }
}
