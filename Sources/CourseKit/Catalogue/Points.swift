/// The points of an exercise, those of its core and those of its depth apart.
package struct Points: Sendable, Codable, Equatable {
  /// For the core.
  package var core: Int
  /// For the depth.
  package var depth: Int

  package init(core: Int, depth: Int = 0) {
    self.core = core
    self.depth = depth
  }

  /// For both levels.
  package var total: Int { core + depth }

  /// No points.
  package static let none = Points(core: 0)

  package static func + (left: Points, right: Points) -> Points {
    Points(core: left.core + right.core, depth: left.depth + right.depth)
  }

  /// The points of one level.
  package subscript(level: Requirement.Level) -> Int {
    switch level {
    case .core: core
    case .depth: depth
    }
  }
}
