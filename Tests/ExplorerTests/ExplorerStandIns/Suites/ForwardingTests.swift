import ExplorerStandIns
import Foundation
import Synchronization
import Testing

/// Stand-ins on threads that no Explorer directs: they do what the platform's do.
@Suite("Without an Explorer") struct ForwardingTests {
  private final class Numbers: @unchecked Sendable {
    // Unchecked: `plain` is touched while a lock is held.
    let mutex = ExplorerStandIns.Mutex(0)
    let atomic = ExplorerStandIns.Atomic<Int>(0)
    let lock = ExplorerStandIns.NSLock()
    let recursive = ExplorerStandIns.NSRecursiveLock()
    let condition = ExplorerStandIns.NSCondition()
    let semaphore = ExplorerStandIns.DispatchSemaphore(value: 1)
    var plain = 0
  }

  /// Runs `body` a thousand times on each of three threads.
  private func atOnce(_ body: @escaping @Sendable () -> Void) {
    let threads = (0..<3).map { _ in ExplorerStandIns.Thread { for _ in 0..<1000 { body() } } }
    for thread in threads { thread.start() }
    for thread in threads { thread.join() }
  }

  @Test("Each lock protects a number")
  func locks() {
    let numbers = Numbers()
    atOnce { numbers.mutex.withLock { $0 += 1 } }
    #expect(numbers.mutex.withLock { $0 } == 3000)
    atOnce { numbers.lock.withLock { numbers.plain += 1 } }
    atOnce { numbers.recursive.withLock { numbers.recursive.withLock { numbers.plain += 1 } } }
    atOnce { numbers.condition.withLock { numbers.plain += 1 } }
    atOnce {
      numbers.semaphore.wait()
      numbers.plain += 1
      numbers.semaphore.signal()
    }
    #expect(numbers.plain == 12000)
  }

  @Test("An atomic adds, subtracts, exchanges and compares in one piece")
  func atomics() {
    let numbers = Numbers()
    atOnce { numbers.atomic.add(2, ordering: .relaxed) }
    atOnce { numbers.atomic.wrappingSubtract(1, ordering: .relaxed) }
    #expect(numbers.atomic.load(ordering: .relaxed) == 3000)
    #expect(numbers.atomic.exchange(7, ordering: .relaxed) == 3000)
    let refused = numbers.atomic.compareExchange(expected: 1, desired: 2, ordering: .relaxed)
    #expect(!refused.exchanged && refused.original == 7)
    let done = numbers.atomic.weakCompareExchange(expected: 7, desired: 12, ordering: .relaxed)
    #expect(done.exchanged && done.original == 7)
    #expect(numbers.atomic.bitwiseAnd(10, ordering: .relaxed).newValue == 8)
    #expect(numbers.atomic.bitwiseOr(3, ordering: .relaxed).newValue == 11)
    #expect(numbers.atomic.bitwiseXor(1, ordering: .relaxed).newValue == 10)
    #expect(numbers.atomic.min(4, ordering: .relaxed).newValue == 4)
    #expect(numbers.atomic.max(5, ordering: .relaxed) == (4, 5))
    let flag = ExplorerStandIns.Atomic(false)
    #expect(flag.logicalOr(true, ordering: .relaxed) == (false, true))
    #expect(flag.logicalAnd(false, ordering: .relaxed) == (true, false))
    #expect(flag.logicalXor(true, ordering: .relaxed) == (false, true))
  }

  /// Something that cannot be copied, and counts how many of it are gone.
  private struct Ticket: ~Copyable {
    let number: Int
    let gone: Numbers

    deinit { gone.atomic.add(1, ordering: .relaxed) }
  }

  @Test("A mutex takes what cannot be copied, and lets go of it")
  func noncopyable() {
    let gone = Numbers()
    do {
      let mutex = ExplorerStandIns.Mutex(Ticket(number: 1, gone: gone))
      #expect(mutex.withLock { $0.number } == 1)
      mutex.withLock { $0 = Ticket(number: 2, gone: gone) }
      #expect(gone.atomic.load(ordering: .relaxed) == 1)
      #expect(mutex.withLockIfAvailable { $0.number } == 2)
    }
    #expect(gone.atomic.load(ordering: .relaxed) == 2)
  }

  @Test("Waits end at their time, and signals that have come are not lost")
  func waiting() {
    let semaphore = ExplorerStandIns.DispatchSemaphore(value: 0)
    #expect(semaphore.wait(timeout: .now() + .milliseconds(1)) == .timedOut)
    semaphore.signal()
    #expect(semaphore.wait(timeout: .now() + 10) == .success)
    let condition = ExplorerStandIns.NSCondition()
    condition.withLock { #expect(!condition.wait(until: Date(timeIntervalSinceNow: 0.001))) }
  }

  @Test("A wait until the distant future ends when it is over")
  func distantFuture() {
    let (lock, recursive, condition) = (
      ExplorerStandIns.NSLock(), ExplorerStandIns.NSRecursiveLock(), ExplorerStandIns.NSCondition()
    )
    let (isHeld, isWanted) = (
      ExplorerStandIns.DispatchSemaphore(value: 0), ExplorerStandIns.DispatchSemaphore(value: 0)
    )
    let other = ExplorerStandIns.Thread {
      for held in [lock, recursive] as [any NSLocking] {
        held.lock()
        isHeld.signal()
        isWanted.wait()
        held.unlock()
      }
      condition.withLock { condition.signal() }
    }
    condition.lock()
    other.start()
    for want in [lock.lock(before:), recursive.lock(before:)] {
      isHeld.wait()
      isWanted.signal()
      #expect(want(.distantFuture))
    }
    #expect(condition.wait(until: .distantFuture))
    other.join()
  }

  @Test("Queues, groups, threads, tasks and continuations do their work")
  func work() async throws {
    let numbers = Numbers()
    let queue = ExplorerStandIns.DispatchQueue(label: "queue", attributes: .concurrent)
    let group = ExplorerStandIns.DispatchGroup()
    for _ in 0..<10 { queue.async(group: group) { numbers.atomic.add(1, ordering: .relaxed) } }
    await ExplorerStandIns.continuation { done in group.notify(queue: queue) { done.resume() } }
    #expect(numbers.atomic.load(ordering: .relaxed) == 10)
    #expect(queue.sync(flags: .barrier) { 5 } == 5)
    ExplorerStandIns.DispatchQueue.concurrentPerform(iterations: 5) {
      numbers.atomic.add($0, ordering: .relaxed)
    }
    #expect(numbers.atomic.load(ordering: .relaxed) == 20)
    let task = ExplorerStandIns.Task {
      try await ExplorerStandIns.throwingContinuation { $0.resume(returning: 6) } as Int
    }
    #expect(try await task.value == 6)
    let sleeper = ExplorerStandIns.Task {
      try await ExplorerStandIns.cancellable {
        try await ExplorerStandIns.Task.sleep(for: .seconds(1000))
      } onCancel: {
        numbers.atomic.store(1, ordering: .relaxed)
      }
    }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(numbers.atomic.load(ordering: .relaxed) == 1)
  }

  @Test("A thread knows itself")
  func threads() {
    let thread = ExplorerStandIns.Thread {
      precondition(ExplorerStandIns.Thread.current === ExplorerStandIns.Thread.current)
    }
    thread.start()
    thread.join()
    #expect(thread.isFinished)
  }
}
