import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Worker pool` {
  @Test func `It starts up to 512 threads, each with a number of its own`() {
    let names = Trace()
    let pool = WorkerPool(
      time: VirtualTime(),
      startThread: { name, _ in
        names(name)
        return true
      })
    for _ in 1...600 { pool.requestWorker(for: BlockJob {}) }
    #expect(names.events == (1...512).map { "worker \($0)" })
    #expect(pool.threadCount == 512 && pool.busyThreads == 512)
  }

  @Test func `A worker that has become free is used again`() async throws {
    let time = VirtualTime()
    let pool = WorkerPool(time: time)
    let threads = try await onThread {
      for _ in 1...20 {
        let done = Latch(name: "job")
        pool.requestWorker(for: BlockJob { done.open() })
        done.wait()
        // Until it sleeps it is not free.
        time.waitForSleepers(1)
      }
      return pool.threadCount
    }
    #expect(threads == 1)
  }

  @Test func `A sleeper that was woken for one job does not count for the next`() async throws {
    try await onThread {
      for _ in 1...30 {
        let (time, unblocked, freed) = (VirtualTime(), Latch(name: "second job"), Latch(name: "first job"))
        let pool = WorkerPool(time: time)
        pool.requestWorker(for: BlockJob {})
        time.waitForSleepers(1)
        // The one sleeper takes the first and blocks; another thread must come for the second.
        pool.requestWorker(
          for: BlockJob {
            unblocked.wait()
            freed.open()
          })
        pool.requestWorker(for: BlockJob { unblocked.open() })
        freed.wait()
      }
    }
  }

  @Test func `Idle workers leave after five seconds`() async throws {
    let time = VirtualTime()
    let pool = WorkerPool(time: time)
    let (gate, left) = (Gate(), Gate())
    left.open()
    let counts = try await onThread {
      for _ in 1...3 {
        pool.requestWorker(
          for: BlockJob {
            ThreadExitObserver.report(to: left)
            gate.pass()
          })
      }
      gate.waitForArrivals(3)
      gate.open()
      time.waitForSleepers(3)
      time.advance(by: .seconds(4))
      let early = pool.threadCount
      time.advance(by: .seconds(1))
      left.waitForArrivals(3)
      return [early, pool.threadCount]
    }
    #expect(counts == [3, 0])
  }

  @Test func `If the system starts no more threads, the existing ones do all the work`() async throws {
    let asked = Counter()
    let pool = WorkerPool(
      time: VirtualTime(),
      startThread: { name, body in asked.raise() <= 2 && Threads.tryToStart(named: name, body) })
    let (gate, done) = (Gate(), Gate())
    done.open()
    let busy = try await onThread {
      for _ in 1...6 {
        pool.requestWorker(
          for: BlockJob {
            gate.pass()
            done.pass()
          })
      }
      gate.waitForArrivals(2)
      defer {
        gate.open()
        done.waitForArrivals(6)
      }
      return pool.busyThreads
    }
    #expect(busy == 2)
    // Asked once more than the system allows: then the pool knows the limit.
    #expect(asked.value == 3)
  }

  @Test func `Without any thread the program ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await inTime {
        WorkerPool(time: VirtualTime(), startThread: { _, _ in false }).requestWorker(for: BlockJob {})
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The system starts no thread, so no operation can run."))
  }
}
