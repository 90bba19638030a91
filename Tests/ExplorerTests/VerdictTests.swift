import Explorer
import Foundation
import MiniOperations
import Synchronization
import Testing

/// Programs that are wrong, or about which nothing can be known: none of them may be called right.
@Suite struct `Honest verdicts` {
  private func explore(
    _ name: String, preemptions: Int? = 2, races: Bool = false, _ body: @escaping @Sendable (Stage) -> Void
  ) -> Exploration {
    var settings = Settings(.exhaustive(preemptions: preemptions))
    settings.findsDataRaces = races
    return Explorer.explore(name, settings, body)
  }

  @Test func `A thread that runs longer than the patience allows proves nothing`() {
    var settings = Settings()
    (settings.patience, settings.findsDataRaces) = (20, false)
    let exploration = Explorer.explore("seventy", settings) { stage in
      let shared = Shared(0, "shared")
      stage.thread("A") { for value in 1...70 { shared.value = value } }
      stage.thread("B") { stage.expect(shared.value != 45, "B does not read 45") }
    }
    #expect(exploration.finding != nil || exploration.verdict == .notProven(.patience), "\(exploration)")
    #expect(!exploration.passed)
  }

  @Test func `A read publishes nothing that was written before it`() {
    // In the first schedule A ends before B begins; in others the two meet anyway.
    var settings = Settings()
    settings.maxSchedules = 1
    let exploration = Explorer.explore("read after write", settings) { stage in
      let value = Shared(0, "value")
      stage.thread("A") {
        value.value = 1
        _ = value.value
      }
      stage.thread("B") { _ = value.value }
    }
    #expect(exploration.finding?.kind == .dataRace, "\(exploration)")
  }

  @Test func `One lock orders all: no data race`() {
    let exploration = explore("one lock", preemptions: nil, races: true) { stage in
      let (lock, value) = (RecursiveLock(name: "lock"), Shared(0, "value"))
      for name in ["A", "B"] { stage.thread(name) { lock.withLock { value.value = 1 } } }
    }
    #expect(exploration.verdict == .proven, "\(exploration)")
  }

  @Test(arguments: ["a task", "an operation of Foundation's"])
  func `Work of the platform's, on ordinary memory, proves nothing`(kind: String) {
    let exploration = explore("elsewhere") { stage in
      let count = Tallied()
      for name in ["A", "B"] {
        stage.thread(name) {
          switch kind {
          case "a task": Task { count.addInTwo() }
          default: OperationQueue().addOperation { count.addInTwo() }
          }
        }
      }
    }
    #expect(exploration.verdict == .sawNothing && !exploration.passed, "\(exploration)")
  }

  @Test func `A check that reads a lock after every step does not hide that two threads share it`() {
    let exploration = explore("looked at", preemptions: nil) { stage in
      let lock = RecursiveLock(name: "lock")
      for name in ["A", "B"] { stage.thread(name) { lock.withLock {} } }
      stage.always("it can be locked") { lock.withLock { true } }
    }
    #expect(exploration.verdict == .proven, "\(exploration)")
  }

  @Test(arguments: ["nothing", "an actor", "a stream"])
  func `Tasks that share only ordinary memory prove nothing, tasks that share visible objects do`(
    common: String
  ) {
    let exploration = explore("tasks") { stage in
      let (count, tally) = (Count(), Tally())
      let (numbers, source) = AsyncStream<Int>.makeStream()
      for name in ["A", "B"] {
        stage.task(name) {
          switch (common, name) {
          case ("an actor", _): await tally.add()
          case ("a stream", "A"): for await number in numbers { count.value += number }
          case ("a stream", _): source.finish()
          default: count.value += 1
          }
        }
      }
    }
    #expect(exploration.passed == (common != "nothing"), "\(exploration)")
    #expect(common != "nothing" || exploration.verdict == .sawNothing, "\(exploration)")
  }

  @Test func `A random choice is never called right`() {
    let coin = Coin()
    let exploration = explore("random") { stage in
      let (one, other) = (Shared(0, "x"), Shared(0, "y"))
      stage.thread("A") { (coin.toss() ? one : other).value = 1 }
      stage.thread("B") { stage.expect(one.value + other.value < 5, "never") }
    }
    #expect(exploration.finding?.kind == .nondeterminism, "\(exploration)")
  }

  @Test func `Sixty-three threads are enough`() {
    let exploration = explore("sixty-three", preemptions: nil) { stage in
      for number in 1...63 {
        let own = Shared(0, "own")
        stage.thread("\(number)") { own.value = 1 }
      }
    }
    #expect(exploration.finding == nil, "\(exploration)")
  }

  @Test func `An invariant is not checked while the program's lock is held`() {
    let exploration = explore("invariant") { stage in
      let (lock, left, right) = (RecursiveLock(name: "lock"), Shared(0, "left"), Shared(0, "right"))
      for name in ["A", "B"] {
        stage.thread(name) {
          lock.withLock {
            left.value += 1
            right.value += 1
          }
        }
      }
      stage.always("left and right are the same") { left.value == right.value }
    }
    #expect(exploration.passed, "\(exploration)")
  }
}

/// A number that nothing protects.
private final class Count: @unchecked Sendable {
  // Unchecked: it is guarded by a lock that the Explorer does not see.
  var value = 0
}

/// A number that two threads can lose a change of, as they can of one in memory.
private final class Tallied: Sendable {
  private let value = Atomic<Int>(0)
  func addInTwo() { value.store(value.load(ordering: .relaxed) + 1, ordering: .relaxed) }
}

private actor Tally {
  private var count = 0
  func add() { count += 1 }
}
