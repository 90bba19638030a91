import ExerciseSupport
import MiniOperations
import Synchronization

@testable import Exercise03

/// Work that finishes when the test calls ``finish()``.
final class ManualWork: Sendable {
  let notes = Notes()
  private let dones = Synchronization.Mutex<[@Sendable () -> Void]>([])

  /// How often the work has begun.
  var begins: Int { notes.lines.count { $0 == "work begins" } }

  /// The closure for a transfer; `then` runs before it returns.
  func closure(then: @escaping @Sendable () -> Void = {}) -> Transfer.Work {
    { done in
      self.notes("work begins")
      self.dones.withLock { $0.append(done) }
      then()
    }
  }

  /// Calls each `done` that the work has received.
  func finish() { for done in dones.withLock({ $0 }) { done() } }

  /// Releases each `done` without calling it.
  func forget() { dones.withLock { $0 = [] } }
}

extension Transfer {
  /// Both properties, in words.
  var state: String { "isExecuting \(isExecuting), isFinished \(isFinished)" }
}

/// The notifications of a transfer, in their order.
final class Notifications: Sendable {
  static let executing = ["isExecuting: false to true", "isExecuting: true to false"]
  static let finished = ["isFinished: false to true"]
  static let keys = [("isExecuting", \MiniOperation.isExecuting), ("isFinished", \MiniOperation.isFinished)]

  let notes: Notes
  private let (will, did) = (Notes(), Notes())
  private let observations = Synchronization.Mutex<[MiniObservation]>([])

  /// Observes a transfer; `react` runs in each notification, with its key and whether it is before the change.
  ///
  /// Announcing a change that is none, as from false to false, is allowed and not noted.
  init(
    of operation: Transfer, in notes: Notes = Notes(),
    react: @escaping @Sendable (String, Bool) -> Void = { _, _ in }
  ) {
    self.notes = notes
    let observations = Notifications.keys.map { [will, did] name, key in
      operation.observe(key, options: [.old, .new, .prior]) { operation, change in
        (change.isPrior ? will : did)(name)
        if !change.isPrior, change.oldValue != change.newValue {
          let isBoth = operation.isExecuting && operation.isFinished
          notes("\(name): \(change.words)\(isBoth ? " while both are true" : "")")
        }
        react(name, change.isPrior)
      }
    }
    self.observations.withLock { $0 = observations }
  }

  /// The notifications of one key.
  func of(_ key: String) -> [String] { notes.lines.filter { $0.hasPrefix("\(key):") } }

  /// Whether each change of a transfer that has worked was announced once.
  var areComplete: Bool {
    of("isExecuting") == Notifications.executing && of("isFinished") == Notifications.finished
  }

  /// Stops observing, and notes each announcement of a change that did not follow.
  func stop() {
    for observation in observations.withLock({ $0 }) { observation.invalidate() }
    for (name, _) in Notifications.keys {
      let (will, did) = (will.lines.count { $0 == name }, did.lines.count { $0 == name })
      if will != did { notes("\(name): willChangeValue \(will) times, didChangeValue \(did) times") }
    }
  }
}

/// Reads both properties in each notification and notes a change outside the announcements of its own key.
final class ChangeMonitor: Sendable {
  private struct State {
    var values = ["isExecuting": false, "isFinished": false]
    var announced: Set<String> = []
  }

  let surprises = Notes()
  private let state = Synchronization.Mutex(State())

  func check(_ operation: Transfer, in name: String, isPrior: Bool) {
    state.withLock { state in
      for (key, path) in Notifications.keys {
        let value = operation[keyPath: path]
        if value != state.values[key], !state.announced.contains(key) {
          surprises("\(key) is \(value) in \(isPrior ? "will" : "did")ChangeValue of \(name)")
        }
        state.values[key] = value
      }
      if isPrior { state.announced.insert(name) } else { state.announced.remove(name) }
    }
  }
}
