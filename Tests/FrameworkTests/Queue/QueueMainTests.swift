import Dispatch
import Foundation
import TestSupport
import Testing

@testable import MiniOperations

/// The test process drains the main dispatch queue, though on Linux not on the thread it began with.
///
/// So these tests ask whether they are on that queue, by a mark, and not on which thread.
@Suite(.serialized) struct `The main queue` {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var isOnMain: Bool { DispatchQueue.getSpecific(key: mark) == true }

  @Test func `Q18: other events of the main thread are handled between two operations`() async throws {
    let events = try await onThread {
      let (trace, gate) = (Trace(), Gate())
      MiniOperationQueue.main.addOperation {
        trace("operation 1")
        // The main thread has this event before it can ask for the second operation.
        DispatchQueue.main.async { trace("event") }
        gate.pass()
      }
      gate.waitForArrivals()
      let second = PlainOperation("2") { _ in trace("operation 2") }
      MiniOperationQueue.main.addOperation(second)
      gate.open()
      second.waitUntilFinished()
      return trace.events
    }
    #expect(events == ["operation 1", "event", "operation 2"])
  }

  @Test func `The main queue stays on the main thread`() async throws {
    let isOnMain = try await onThread {
      MiniOperationQueue.main.underlyingQueue = nil
      let isOnMain = Locked(false)
      let operation = PlainOperation("on main") { _ in isOnMain.withLock { $0 = Self.isOnMain } }
      MiniOperationQueue.main.addOperation(operation)
      operation.waitUntilFinished()
      return isOnMain.withLock { $0 }
    }
    #expect(isOnMain)
  }

  @Test func `Q18: a report says that the main thread waits for what it should start`() async throws {
    let report = try await onThread {
      let (result, done) = (Locked(""), Latch(name: "the main thread"))
      let operation = ManualOperation("A")
      DispatchQueue.main.async {
        MiniOperationQueue.main.addOperation(operation)
        Interloper(whenItSleeps: {
          let report = MiniOperationQueue.main.stallReport().description
          result.withLock { $0 = report }
          operation.complete()
        }).watch { operation.waitUntilFinished() }
        done.open()
      }
      done.wait()
      return result.withLock { $0 }
    }
    #expect(
      report.contains(
        "'A' is ready, but the main thread, which must start it, waits for 'A': "
          + "do not wait on the main thread"
      ))
  }

  @Test func `C11: its limit stays one and it cannot be suspended`() {
    let queue = MiniOperationQueue.main
    queue.maxConcurrentOperationCount = 8
    queue.isSuspended = true
    #expect(queue.maxConcurrentOperationCount == 1)
    #expect(queue.isSuspended == false)
    #expect(queue.underlyingQueue?.getSpecific(key: Self.mark) == true)
    #expect(queue.name == "main queue")
  }
}
