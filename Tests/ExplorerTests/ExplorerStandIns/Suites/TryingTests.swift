import Explorer
import ExplorerStandIns
import Foundation
import Testing

/// Locks that are tried, and waits that have an end.
@Suite("Trying and waiting for a while") struct TryingTests {
  /// A place for what a closure has seen.
  private final class Seen: @unchecked Sendable {
    // Unchecked: directed threads touch it, one at a time.
    var results: [Bool] = []
  }

  /// Explores two threads, of which the first holds something and the second tries to get it.
  private func outcomes(
    _ name: String, hold: @escaping @Sendable () -> Void, try attempt: @escaping @Sendable () -> Bool
  ) -> Set<Bool> {
    let all = ExplorerStandIns.Mutex<Set<Bool>>([])
    let exploration = Explorer.explore(name) { stage in
      let seen = Seen()
      stage.thread("holds", hold)
      stage.thread("tries") { seen.results.append(attempt()) }
      stage.finally { all.withLock { $0.formUnion(seen.results) } }
    }
    #expect(exploration.finding == nil, "\(exploration)")
    return all.withLock { $0 }
  }

  private final class Locks: Sendable {
    let mutex = ExplorerStandIns.Mutex(0)
    let lock = ExplorerStandIns.NSLock()
    let recursive = ExplorerStandIns.NSRecursiveLock()

    func tryMutex() -> Bool { mutex.withLockIfAvailable { _ in } != nil }

    func tryLock() -> Bool {
      guard lock.try() else { return false }
      lock.unlock()
      return true
    }

    func tryRecursive() -> Bool {
      guard recursive.try() else { return false }
      recursive.unlock()
      return true
    }
  }

  @Test("What is tried is got in one order and not in another, and by its holder if it is recursive")
  func tries() {
    let locks = Locks()
    #expect(
      outcomes("mutex") {
        locks.mutex.withLock { _ in precondition(!locks.tryMutex()) }
      } try: {
        locks.tryMutex()
      } == [true, false])
    #expect(
      outcomes("lock") {
        locks.lock.withLock { precondition(!locks.tryLock()) }
      } try: {
        locks.tryLock()
      } == [true, false])
    #expect(
      outcomes("recursive") {
        locks.recursive.withLock { precondition(locks.tryRecursive()) }
      } try: {
        locks.tryRecursive()
      } == [true, false])
  }

  @Test("A thread that waits for a lock until a date gets it if it is released before")
  func lockBefore() {
    let lock = ExplorerStandIns.NSLock()
    let outcomes = outcomes("lock before") {
      lock.withLock {}
    } try: {
      guard lock.lock(before: Date(timeIntervalSinceNow: 10)) else { return false }
      lock.unlock()
      return true
    }
    #expect(outcomes.contains(true))
  }

  @Test("A wait for a semaphore ends when it is signalled, and also when nothing signals it")
  func semaphore() {
    let none = outcomes("never signalled") {
    } try: {
      ExplorerStandIns.DispatchSemaphore(value: 0).wait(timeout: .now() + 1) == .success
    }
    #expect(none == [false])
    let one = ExplorerStandIns.Mutex<Set<Bool>>([])
    let exploration = Explorer.explore("signalled") { stage in
      let semaphore = ExplorerStandIns.DispatchSemaphore(value: 0)
      stage.thread("holds") { semaphore.signal() }
      stage.thread("tries") {
        let isTaken = semaphore.wait(timeout: .now() + 1) == .success
        one.withLock { _ = $0.insert(isTaken) }
      }
    }
    // The time-out may also come before the signal.
    #expect(exploration.passed && one.withLock { $0 } == [true, false], "\(exploration)")
  }

  @Test("A wait for a signal whose time is over gives up its lock for a moment")
  func conditionIsLate() {
    var settings = Settings(.exhaustive(preemptions: 0))
    settings.patience = 10
    let exploration = Explorer.explore("late", settings) { stage in
      let (condition, isReady) = (ExplorerStandIns.NSCondition(), Shared(false, "ready"))
      stage.thread("A") {
        condition.withLock { while !isReady.value { _ = condition.wait(until: .distantPast) } }
      }
      stage.thread("B") { condition.withLock { isReady.value = true } }
    }
    #expect(exploration.finding == nil, "\(exploration)")
  }

  @Test("A queue that was made inactive is activated, and resuming it is a misuse")
  func inactiveQueue() {
    for isRight in [true, false] {
      let exploration = Explorer.explore("inactive") { stage in
        let queue = ExplorerStandIns.DispatchQueue(label: "queue", attributes: .initiallyInactive)
        stage.thread("A") {
          queue.async {}
          if isRight { queue.activate() } else { queue.resume() }
        }
      }
      #expect(exploration.finding?.kind == (isRight ? nil : .misuse), "\(exploration)")
    }
  }

  @Test("A group that is left too often is a misuse")
  func group() {
    let exploration = Explorer.explore("left too often") { stage in
      let group = ExplorerStandIns.DispatchGroup()
      stage.thread("A") { group.leave() }
    }
    #expect(exploration.finding?.kind == .misuse)
  }

  @Test("A lock that another thread holds must not be given back")
  func unlock() {
    let exploration = Explorer.explore("unlock of another's") { stage in
      let lock = ExplorerStandIns.NSLock()
      stage.thread("A") { lock.lock() }
      stage.thread("B") { lock.unlock() }
    }
    #expect(exploration.finding?.kind == .misuse)
  }
}
