import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise04

/// Work that finishes when the test calls ``finish()``.
final class ManualWork: Sendable {
  let notes = Notes()
  private let dones = Handover<[@Sendable () -> Void]>([], name: "done")

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
  private let values = AnnouncedValues()
  private let observations = Synchronization.Mutex<[MiniObservation]>([])

  /// Observes a transfer; `react` runs in each notification, with its key and whether the change is to come.
  ///
  /// Announcing a change that is none, as from false to false, is allowed and not noted.
  init(
    of operation: Transfer, in notes: Notes = Notes(),
    react: @escaping @Sendable (String, Bool) -> Void = { _, _ in }
  ) {
    self.notes = notes
    let observations = Notifications.keys.map { [will, did, values] name, key in
      operation.observe(key, options: [.old, .new, .prior]) { operation, change in
        (change.isPrior ? will : did)(name)
        if let contradiction = values.note(operation, name, change) { notes(contradiction) }
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

  /// Whether observers have read each value of a transfer that has worked, in the right order.
  ///
  /// A change may be announced twice if another thread makes it between the two calls of an announcement.
  var valuesAreRight: Bool {
    values.of("isExecuting") == [true, false] && values.of("isFinished") == [true]
      && notes.lines.allSatisfy { (Notifications.executing + Notifications.finished).contains($0) }
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

/// Tries every order of two threads that call `done`, and checks what has become of the transfer.
func twoThreadsCallDone(
  cause: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ check: @escaping @Sendable (Scene, Transfer, Notifications) -> Void
) {
  everyOrder("two threads call done", cause: cause, sourceLocation: sourceLocation) { scene in
    let work = ManualWork()
    let operation = Transfer(work: work.closure())
    let notifications = Notifications(of: operation)
    operation.start()
    for name in ["A", "B"] { scene.thread(name) { work.finish() } }
    scene.finally {
      notifications.stop()
      check(scene, operation, notifications)
    }
  }
}

/// The values that observers have read of each key, without repetitions.
private final class AnnouncedValues: Sendable {
  private let values = Synchronization.Mutex<[String: [Bool]]>([:])

  func of(_ key: String) -> [Bool] { values.withLock { $0[key, default: []] } }

  /// Notes the value of a notification; returns, in words, a state that a finished operation has left.
  func note(_ operation: MiniOperation, _ key: String, _ change: MiniObservedChange<Bool>) -> String? {
    var contradiction: String?
    if of("isFinished").contains(true) {
      let (isExecuting, isFinished) = (operation.isExecuting, operation.isFinished)
      if isExecuting || !isFinished {
        contradiction = "isFinished was true; later isExecuting \(isExecuting), isFinished \(isFinished)"
      }
    }
    guard !change.isPrior, let value = change.newValue else { return contradiction }
    values.withLock { if $0[key]?.last != value { $0[key, default: []].append(value) } }
    return contradiction
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
