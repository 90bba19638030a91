import Foundation
import MiniOperations
import Testing

@testable import Explorer

/// Every kind of finding, distinguished and explained.
@Suite(.serialized) struct Findings {
  @Test func `An error that a thread throws`() {
    let exploration = Explorer.explore("throws") { stage in
      stage.thread("A") { throw Oops() }
    }
    #expect(exploration.finding?.kind == .thrownError)
    #expect(exploration.finding?.message == "'A' threw: Oops()")
  }

  @Test func `A failure before the first step has no table`() {
    let exploration = Explorer.explore("throws at once") { _ in throw Oops() }
    #expect(
      exploration.description.split(separator: "\n", omittingEmptySubsequences: false).dropLast() == [
        "✘ throws at once: 1 schedule until it failed", "The set-up threw: Oops()", "",
      ], "\(exploration)")
  }

  @Test func `A misuse of the framework`() {
    let exploration = Explorer.explore("misuse") { stage in
      let queue = MiniOperationQueue()
      let operation = MiniOperation()
      operation.name = "resize"
      stage.thread("A") { queue.addOperation(operation) }
      stage.thread("B") { queue.addOperation(operation) }
    }
    #expect(exploration.finding?.kind == .misuse)
    #expect(exploration.finding?.message.contains("'resize'") == true)
  }

  @Test func `An operation that can never finish`() {
    let exploration = Explorer.explore("zombie") { stage in
      let queue = MiniOperationQueue()
      let (one, other) = (MiniOperation(), MiniOperation())
      (one.name, other.name) = ("one", "other")
      stage.thread("A") {
        one.addDependency(other)
        other.addDependency(one)
        queue.addOperations([one, other], waitUntilFinished: false)
      }
    }
    #expect(exploration.finding?.kind == .zombie)
    #expect(exploration.finding?.message.contains("'one' waits in a cycle: 'one' → 'other' → 'one'") == true)
    #expect(exploration.finding?.message.contains("0x") == false)
  }

  /// Were they one name, the first would seem to wait for a lock that it holds itself, and they would share a
  /// column.
  @Test func `Threads that are started with the same name are told apart`() {
    let exploration = Explorer.explore("one name") { stage in
      let locks = [RecursiveLock(name: "left"), RecursiveLock(name: "right")]
      stage.thread("main") {
        for first in [0, 1] {
          Threads.start(named: "a thread") { locks[first].withLock { locks[1 - first].withLock {} } }
        }
      }
    }
    #expect(exploration.table?.threads == ["main", "a thread", "a thread 2"], "\(exploration)")
    #expect(
      exploration.finding?.message == """
        Deadlock: no thread can run.
          'a thread' waits for 'right', held by 'a thread 2'; it holds 'left'
          'a thread 2' waits for 'left', held by 'a thread'; it holds 'right'
        """)
  }

  @Test func `A lock whose holder has ended without unlocking it`() {
    let exploration = Explorer.explore("still locked") { stage in
      let lock = RecursiveLock(name: "door")
      stage.thread("A") { lock.lock() }
      stage.thread("B") { lock.withLock {} }
    }
    #expect(
      exploration.finding?.message == """
        Deadlock: no thread can run.
          'B' waits for 'door', held by 'A', which has ended without unlocking it
        """)
  }

  /// Most of its steps are switches, each of which takes longer than a schedule without any.
  @Test func `A livelock of two threads that give way is found soon, and can be replayed`() throws {
    var settings = Settings()
    (settings.findsDataRaces, settings.maxSteps) = (false, 1000)
    let scenario = Scenario("giving way") { stage in
      let wants = [Shared(false, "A wants"), Shared(false, "B wants")]
      for me in 0...1 {
        stage.thread(me == 0 ? "A" : "B") {
          wants[me].value = true
          while wants[1 - me].value {
            wants[me].value = false
            wants[me].value = true
          }
          wants[me].value = false
        }
      }
    }
    let exploration = Explorer.explore(scenario, settings)
    #expect(exploration.finding?.kind == .livelock, "\(exploration)")
    #expect(exploration.finding?.message.contains("ran for 1000 steps") == true)
    let again = Explorer.replay(try #require(exploration.token), scenario, settings)
    #expect(again.finding == exploration.finding)
  }

  @Test func `A thread that spins until another has acted is not a livelock`() {
    var settings = Settings()
    settings.findsDataRaces = false
    let exploration = Explorer.explore("spinning", settings) { stage in
      let isDone = Shared(false, "isDone")
      stage.thread("A") { while !isDone.value {} }
      stage.thread("B") { isDone.value = true }
    }
    #expect(exploration.finding == nil && exploration.verdict == .notProven(.patience), "\(exploration)")
  }

  @Test func `A thread that outlives the scenario`() {
    let forever = Forever()
    let exploration = Explorer.explore("endless") { stage in
      stage.thread("A") { forever.thread.post {} }
    }
    #expect(exploration.finding?.kind == .endlessThread)
    #expect(exploration.finding?.message.contains("'never stopped'") == true)
  }

  @Test func `A wait that the explorer does not know`() {
    var settings = Settings()
    settings.watchdog = .milliseconds(200)
    let exploration = Explorer.explore("unseen wait", settings) { stage in
      stage.thread("A") { point("before") }
      stage.thread("B") {
        // Nobody writes to it.
        var (ends, byte): ([Int32], UInt8) = ([0, 0], 0)
        pipe(&ends)
        read(ends[0], &byte, 1)
      }
    }
    #expect(exploration.finding?.kind == .unseenBlock)
    #expect(exploration.finding?.message.contains("'B'") == true)
    #expect(exploration.finding?.message.contains("ExplorerStandIns") == true)
  }

  @Test func `A thread that is only slow is waited for, however short the watchdog's patience`() {
    var settings = Settings()
    settings.watchdog = .milliseconds(1)
    let exploration = Explorer.explore("slow, not stuck", settings) { stage in
      let count = Shared(0, "count")
      let lock = RecursiveLock(name: "lock")
      // No signal comes: it is silent for longer than the watchdog waits, and returns.
      stage.thread("A") { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20)) }
      stage.thread("B") { lock.withLock { count.value += 1 } }
      stage.finally { stage.expect(count.value == 1, "the other one has counted") }
    }
    #expect(exploration.finding == nil && exploration.verdict == .sawNothing, "\(exploration)")
  }

  @Test func `A claim that breaks after a step and holds again before the end`() {
    let exploration = Explorer.explore("always") { stage in
      let (left, right) = (Shared(0, "left"), Shared(0, "right"))
      stage.thread("A") {
        left.value = 1
        right.value = 1
      }
      stage.thread("B") { _ = left.value }
      stage.always("left and right are the same") { left.value == right.value }
    }
    #expect(exploration.finding?.kind == .failedCheck)
    #expect(exploration.table?.steps == ["A: write left 1"])
  }
}

/// What a dying process still says.
@Suite struct `Last words` {
  @Test func `The token that is kept for a crash is that of the schedule`() throws {
    let buffer = TokenBuffer(Scenario("trap") { _ in })
    let choices = [(7, 1), (1037, 30), (1038, 2), (1040, 25), (1041, 62)]
    for (decision, choice) in choices {
      buffer.append(Deviation(decision: decision, choice: choice))
    }
    let kept = UnsafeBufferPointer(start: buffer.bytes, count: buffer.length.pointee)
    let text = String(decoding: kept, as: UTF8.self)
    let token = try Token(reading: text)
    #expect(text.hasSuffix("-7b1030z0f1c2z1z0z0m"))
    #expect(token.deviations.map(\.choice) == choices.map(\.1))
    #expect(token.description == text)
  }
}

// MARK: - Fixtures

private struct Oops: Error {}

/// Holds a thread that no scenario releases.
private final class Forever: Sendable {
  let thread = RunLoopThread(name: "never stopped")
}
