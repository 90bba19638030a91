import Dispatch
import Foundation
import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Work that waits for other work` {
  /// Queues that share the few threads of a pool.
  private struct Small {
    let pool: WorkerPool

    init(threads: Int) { pool = WorkerPool(maximum: threads, time: VirtualTime()) }

    func queue(_ name: String, limit: Int = -1) -> MiniOperationQueue {
      let queue = MiniOperationQueue(workers: pool)
      queue.name = name
      queue.maxConcurrentOperationCount = limit
      return queue
    }
  }

  @Test func `Q28: with all workers in their first block, the second blocks run too`() async throws {
    let small = Small(threads: 4)
    let ran = try await onThread {
      let (gate, ran) = (Gate(), Locked(0))
      let queues = (1...20).map { small.queue("queue \($0)") }
      for queue in queues {
        let operation = MiniBlockOperation {
          gate.pass()
          ran.withLock { $0 += 1 }
        }
        operation.addExecutionBlock { ran.withLock { $0 += 1 } }
        queue.addOperation(operation)
      }
      gate.waitForArrivals(4)
      gate.open()
      for queue in queues { queue.waitUntilAllOperationsAreFinished() }
      return ran.withLock { $0 }
    }
    #expect(ran == 40)
    #expect(small.pool.threadCount <= 4)
  }

  @Test(arguments: ["operation", "queue", "adding"])
  func `Q28: waits may nest deeper than the number of threads`(kind: String) async throws {
    let small = Small(threads: 3)
    let depth = try await onThread {
      let deepest = Locked(0)
      let reached = Latch(name: "the end of the outermost")
      @Sendable func descend(_ level: Int) {
        deepest.withLock { $0 = level }
        guard level < 50 else { return }
        let queue = small.queue("level \(level)", limit: 1)
        let operation = PlainOperation("level \(level)") { _ in descend(level + 1) }
        switch kind {
        case "operation":
          queue.addOperation(operation)
          operation.waitUntilFinished()
        case "queue":
          queue.addOperation(operation)
          queue.waitUntilAllOperationsAreFinished()
        default:
          queue.addOperations([operation, PlainOperation("after")], waitUntilFinished: true)
        }
      }
      small.queue("outermost").addOperation {
        descend(1)
        reached.open()
      }
      reached.wait()
      return deepest.withLock { $0 }
    }
    #expect(depth == 50)
    #expect(small.pool.threadCount <= 3)
  }

  @Test func `Q28: after the wait, a worker continues with the quality and the progress of its own queue`()
    async throws
  {
    let small = Small(threads: 1)
    let (quality, completed) = try await onThread {
      let quality = Locked(QualityOfService.default)
      let (outer, inner) = (small.queue("outer"), small.queue("inner"))
      (outer.qualityOfService, inner.qualityOfService) = (.utility, .background)
      outer.progress.totalUnitCount = 1
      outer.addOperation {
        inner.addOperation {}
        inner.waitUntilAllOperationsAreFinished()
        quality.withLock { $0 = ThreadContext.current.quality }
      }
      outer.waitUntilAllOperationsAreFinished()
      return (quality.withLock { $0 }, outer.progress.completedUnitCount)
    }
    #expect(quality == .utility)
    #expect(completed == 1)
  }

  @Test func `Q28: a report names the operation for which all threads are too busy`() async throws {
    let small = Small(threads: 1)
    let report = try await onThread {
      let (task, other) = (Gate(), small.queue("other"))
      small.queue("busy").addOperation { task.pass() }
      task.waitForArrivals()
      other.addOperation(PlainOperation("first"))
      let report = other.stallReport().description
      task.open()
      other.waitUntilAllOperationsAreFinished()
      return report
    }
    #expect(report.contains("'first' is ready, but has no worker: all 1 threads are busy"))
  }

  @Test func `Q28: a waiting worker leaves an underlying queue's operations to that queue`() async throws {
    let small = Small(threads: 1)
    let events = try await onThread {
      let (trace, done) = (Trace(), Latch(name: "outer"))
      let key = DispatchSpecificKey<Bool>()
      let below = DispatchQueue(label: "below")
      below.setSpecific(key: key, value: true)
      let inner = small.queue("inner")
      inner.underlyingQueue = below
      small.queue("outer").addOperation {
        inner.addOperation { trace("below: \(DispatchQueue.getSpecific(key: key) == true)") }
        inner.waitUntilAllOperationsAreFinished()
        done.open()
      }
      done.wait()
      return trace.events
    }
    #expect(events == ["below: true"])
  }
}
