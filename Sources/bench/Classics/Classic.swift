import Explorer

/// A problem that every course on threads knows, in a wrong and in a right version.
///
/// The programs are written for the platform. The file `VisibleLocks.swift` beside them lets the Explorer see
/// their tasks, and their locks where it does not see the platform's own.
package struct Classic: Sendable {
  /// What goes wrong.
  package let name: String
  /// What the right version does differently.
  package let repair: String
  /// Whether the right version has few enough orders to be proven.
  package let isSmall: Bool
  private let body: @Sendable (Stage, Bool) throws -> Void

  /// Makes a problem; the body sets up its right version when its second argument is true.
  init(
    _ name: String, repair: String, isSmall: Bool = true,
    _ body: @escaping @Sendable (_ stage: Stage, _ isRight: Bool) throws -> Void
  ) {
    (self.name, self.repair, self.isSmall, self.body) = (name, repair, isSmall, body)
  }

  /// All of them, in the order of the table.
  package static let all = memory + atomics + waiting + deadlocks + queues + tasks + operations + benchmarks

  /// The wrong version, explored under the default settings.
  package func exploreWrong() -> Exploration {
    Explorer.explore(Scenario(name) { [body] stage in try body(stage, false) })
  }

  /// The right version, explored in every order.
  package func exploreRight() -> Exploration {
    let scenario = Scenario("\(name), repaired") { [body] stage in try body(stage, true) }
    return Explorer.explore(scenario, Settings(.exhaustive(preemptions: nil)))
  }
}
