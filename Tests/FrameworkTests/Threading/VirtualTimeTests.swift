import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Time` {
  @Test func `Sleepers wake in the order of their deadlines, and not earlier`() async throws {
    let (trace, time, woken) = (Trace(), VirtualTime(), Gate())
    woken.open()
    try await onThreads(4) { number in
      guard number == 3 else {
        time.sleep(until: .seconds(number + 1))
        trace("woken at \(time.now)")
        return woken.pass()
      }
      time.waitForSleepers(3)
      for second in 1...3 {
        trace("second \(second), \(time.sleeperCount) asleep")
        time.advance(by: .seconds(1))
        woken.waitForArrivals(second)
      }
    }
    #expect(
      trace.events == [
        "second 1, 3 asleep", "woken at 1.0 seconds", "second 2, 2 asleep", "woken at 2.0 seconds",
        "second 3, 1 asleep", "woken at 3.0 seconds",
      ])
  }

  @Test func `A thread that its condition wakes early no longer sleeps, and others still do`() async throws {
    let (trace, time, woken) = (Trace(), VirtualTime(), Gate())
    woken.open()
    let conditions = ["late", "early"].map { Condition(name: $0) }
    try await onThreads(3) { number in
      // In this order in the list of sleepers.
      time.waitForSleepers(number)
      guard number == 2 else {
        let condition = conditions[number]
        let isEarly = condition.withLock { time.wait(on: condition, until: .seconds(1)) }
        trace("\(condition.name) at \(time.now), early \(isEarly)")
        return woken.pass()
      }
      conditions[1].withLock { conditions[1].broadcast() }
      woken.waitForArrivals(1)
      trace("\(time.sleeperCount) asleep")
      time.advance(by: .seconds(1))
    }
    #expect(
      trace.events == ["early at 0.0 seconds, early true", "1 asleep", "late at 1.0 seconds, early false"])
  }

  @Test func `System time advances, and its sleep does not end early`() async throws {
    let passed = try await onThread {
      let time = SystemTime()
      let before = time.now
      time.sleep(for: .milliseconds(2))
      return time.now - before
    }
    #expect(passed >= .milliseconds(2))
  }

  @Test func `Advanced backwards, virtual time ends the program`() async {
    await #expect(processExitsWith: .failure) {
      await inTime { VirtualTime().advance(by: .seconds(-1)) }
    }
  }
}
