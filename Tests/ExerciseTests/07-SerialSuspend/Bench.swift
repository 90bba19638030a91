import ExerciseSupport
import Synchronization

@testable import Exercise07

/// A runner whose launched closures are called when the test says so.
final class Bench: Sendable {
  let notes = Notes()
  let launched: Launched
  let runner: SerialRunner

  init() {
    let launched = Launched()
    self.launched = launched
    runner = SerialRunner { launched.add($0) }
  }

  /// Adds a piece that notes when it begins and ends.
  func add(_ number: Int, _ body: @escaping @Sendable () -> Void = {}) {
    runner.add { [notes] in
      notes("\(number) begins")
      body()
      notes("\(number) ends")
    }
  }

  /// Calls what was launched, one after the other, until nothing is left; false if one does not return.
  @discardableResult
  func run() -> Bool {
    while let closure = launched.take() {
      guard returns(closure) else { return false }
    }
    return true
  }

  /// Calls what was launched on this thread, inside a piece perhaps.
  func runHere() {
    while let closure = launched.take() { closure() }
  }

  /// The numbers of the pieces that have ended.
  var ended: [Int] {
    notes.lines.filter { $0.hasSuffix("ends") }.compactMap { Int($0.prefix { $0 != " " }) }
  }
}

/// Closures that a runner has launched, still to be called.
final class Launched: Sendable {
  private let closures = Synchronization.Mutex<[@Sendable () -> Void]>([])

  func add(_ closure: @escaping @Sendable () -> Void) { closures.withLock { $0.append(closure) } }

  func take() -> (@Sendable () -> Void)? { closures.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
