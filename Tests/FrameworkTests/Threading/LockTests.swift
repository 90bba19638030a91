import TestSupport
import Testing

@testable import MiniOperations
@testable import Threading

@Suite struct `A small lock` {
  @Test func `An error thrown inside is passed on, and the lock is free again`() {
    struct Thrown: Error {}
    let lock = Locked(1)
    #expect(throws: Thrown.self) { try lock.withLock { _ in throw Thrown() } }
    #expect(lock.withLock { $0 } == 1)
  }

  @Test func `Many locks at once wake their own threads`() async throws {
    // More locks than the parking lot has rows, so that some share one.
    let locks = (0..<200).map { _ in Locked(0) }
    try await onThreads(8) { number in
      for turn in 0..<4_000 { locks[(turn + number) % locks.count].withLock { $0 += 1 } }
    }
    #expect(locks.reduce(0) { $0 + $1.withLock { $0 } } == 32_000)
  }

  @Test func `A thread sleeps until its wake-up, even one that comes while it looks whether to sleep`()
    async throws
  {
    let early = try await onThread {
      var early = 0
      for _ in 1...300 {
        let (lock, looks, wakeUps) = (ResourceID().value, Gate(), Counter())
        looks.open()
        Threads.start(named: "waker") {
          looks.waitForArrivals()
          wakeUps.raise()
          ParkingLot.wakeOne(lock)
        }
        ParkingLot.sleep(on: lock) {
          looks.pass()
          return true
        }
        if wakeUps.value == 0 { early += 1 }
      }
      return early
    }
    #expect(early == 0)
  }
}

@Suite struct `Recursive lock` {
  @Test func `A thread that frees it leaves the next holder alone`() async throws {
    let lock = RecursiveLock()
    nonisolated(unsafe) var count = 0
    // Often enough that some thread sleeps and another one comes while the sleeper is woken.
    try await onThreads(6) { _ in
      for _ in 1...60_000 {
        lock.lock()
        count += 1
        lock.unlock()
      }
    }
    #expect(lock.withLock { count } == 360_000)
  }

  @Test func `Unlocked by a thread that does not hold it, it ends the program`() async {
    await #expect(processExitsWith: .failure) {
      await inTime { RecursiveLock(name: "status").unlock() }
    }
  }
}
