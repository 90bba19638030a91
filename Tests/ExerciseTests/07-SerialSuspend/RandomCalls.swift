import ExerciseSupport
import MiniOperations
import Synchronization

@testable import Exercise07

/// Random calls between pieces, inside them and on other threads, and the first rule that was broken.
final class RandomCalls: Sendable {
  private struct State {
    var dice = Dice()
    var story: [String] = []
    var mistake: String?
    var hasRunPieces = false
    var waiting: [Int] = []
    var added = 0
    var isSuspended = false
    var running: Int?

    mutating func expect(_ holds: Bool, _ claim: String) { if !holds, mistake == nil { mistake = claim } }

    mutating func begin(_ number: Int) -> Bool {
      story.append("\(number) begins")
      expect(running == nil, "\(number) to begin when \(running ?? 0) has finished, got it before")
      expect(!isSuspended, "\(number) to wait for resume(), got it before")
      expect(
        waiting.first == number, "\(waiting.first.map { "\($0)" } ?? "no piece") to begin, got \(number)")
      guard mistake == nil else { return false }
      running = waiting.removeFirst()
      return true
    }

    mutating func end(_ number: Int) {
      story.append("\(number) ends")
      running = nil
      hasRunPieces = true
    }
  }

  private let state = Synchronization.Mutex(State())
  private let launched: Launched
  private let runner: SerialRunner

  init() {
    let launched = Launched()
    self.launched = launched
    runner = SerialRunner { launched.add($0) }
  }

  var mistake: String? { change { $0.mistake } }
  var hasRunPieces: Bool { change { $0.hasRunPieces } }
  var seed: UInt64 { change { $0.dice.seed } }
  var story: String { change { $0.story.suffix(12).joined(separator: ", ") } }

  /// Calls a method or, one time in three, the launched closures.
  func step() {
    guard change({ $0.dice.once(in: 3) }) else { return call() }
    change { $0.story.append("launched closures run") }
    while let closure = launched.take() {
      guard returns(closure) else {
        return change { $0.expect(false, "a launched closure to return, got one that waits") }
      }
    }
    change {
      $0.expect(
        $0.isSuspended || $0.waiting.isEmpty,
        "\($0.waiting.first ?? 0) to run, got no launched closure for it")
    }
  }

  private func call() {
    switch change({ $0.dice.roll(1...8) }) {
    case 1, 2, 3:
      let number = change { state in
        state.added += 1
        state.waiting.append(state.added)
        state.story.append("add(\(state.added))")
        return state.added
      }
      runner.add { [self] in run(number) }
    case 4, 5:
      suspend(true)
      runner.suspend()
    case 6, 7:
      suspend(false)
      runner.resume()
    default:
      let expected = change { state in
        defer { state.waiting = [] }
        state.story.append("drop()")
        return state.waiting.count
      }
      let dropped = runner.drop()
      change { $0.expect(dropped == expected, "drop() to return \(expected), got \(dropped)") }
    }
  }

  private func suspend(_ isSuspended: Bool) {
    change {
      $0.isSuspended = isSuspended
      $0.story.append(isSuspended ? "suspend()" : "resume()")
    }
  }

  private func run(_ number: Int) {
    guard change({ $0.begin(number) }) else { return }
    for _ in 0..<change({ $0.dice.roll(0...4) }) where mistake == nil {
      if change({ $0.dice.once(in: 4) }) {
        change { $0.story.append("on another thread") }
        let isBack = returns { self.call() }
        change {
          $0.expect(isBack, "each call to return while a piece is running, got one that waits for it")
        }
      } else {
        call()
      }
    }
    // Closures that were launched by now run at the same time as this piece.
    while let closure = launched.take() { _ = returns(closure) }
    change { $0.end(number) }
  }

  private func change<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result {
    state.withLock(body)
  }
}
