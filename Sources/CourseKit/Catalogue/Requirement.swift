/// One requirement of an exercise: a test, whose name is the requirement.
package struct Requirement: Sendable, Equatable {
  /// The two levels of an exercise.
  ///
  /// The core is the lesson's subject, and an exercise is done when it holds. The depth is everything beyond
  /// it: every order of the threads, memory, hostile callers. An exercise is mastered when both hold.
  package enum Level: String, Sendable, Codable, CaseIterable {
    case core, depth
  }

  /// The requirement as a sentence.
  package let name: String
  package let level: Level

  package init(_ name: String, _ level: Level = .core) {
    self.name = name
    self.level = level
  }
}
