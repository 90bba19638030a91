import Foundation
import LessonKit
import Synchronization

/// Both kinds, started by hand and by a queue, on Foundation.
func onFoundation() -> [String] {
  let trace = Notebook()
  let plain = BlockOperation { trace.write("synchronous by hand: \(threadName())") }
  plain.start()
  trace.write("start returned, finished: \(plain.isFinished)")
  let gate = DispatchSemaphore(value: 0)
  let own = FoundationConcurrent {
    gate.wait()
    trace.write("asynchronous by hand: \(threadName())")
  }
  own.start()
  trace.write("start returned, finished: \(own.isFinished)")
  gate.signal()
  own.waitUntilFinished()
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.addOperations(
    [
      BlockOperation { trace.write("synchronous in a queue: \(threadName())") },
      FoundationConcurrent { trace.write("asynchronous in a queue: \(threadName())") },
    ], waitUntilFinished: true)
  return trace.lines
}

/// The repaired sample on Foundation.
private final class FoundationConcurrent: Operation, @unchecked Sendable {
  // Unchecked: the flags are in their lock; the rest is constant.
  private let flags = Mutex((executing: false, finished: false))
  private let work: @Sendable () -> Void

  init(work: @escaping @Sendable () -> Void) { self.work = work }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { flags.withLock { $0.executing } }
  override var isFinished: Bool { flags.withLock { $0.finished } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    flags.withLock { $0.executing = true }
    didChangeValue(forKey: "isExecuting")
    Thread.detachNewThread { self.main() }
  }

  override func main() {
    work()
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    flags.withLock { $0 = (executing: false, finished: true) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
