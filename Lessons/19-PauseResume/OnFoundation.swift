import Foundation
import MiniOperations

/// Step 2 on Foundation: an operation that is cancelled while paused stays in its queue, too.
///
/// This code does not call `resume()`: starting an operation without its queue can crash
/// on Linux (K11).
func onFoundation() -> [String] {
  let thread = RunLoopThread(name: "network")
  let hasStarted = DispatchSemaphore(value: 0)
  let isDone = DispatchSemaphore(value: 0)
  let paused = FoundationMyOperation(thread) { hasStarted.signal() }
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  thread.post { isDone.wait() }
  queue.addOperations([paused, FoundationMyOperation(thread) {}], waitUntilFinished: false)
  hasStarted.wait()
  paused.pause()
  paused.cancel()
  isDone.signal()
  thread.postAndWait {}
  return [
    "paused: \(paused.isPaused)", "cancelled: \(paused.isCancelled)", "\(queue.operationCount) queued",
  ]
}

/// The document's class, reduced to the needs of this scenario.
private final class FoundationMyOperation: Operation, @unchecked Sendable {
  // Unchecked: `status` is accessed only while `lock` is locked; the rest is constant.
  private enum Status { case ready, executing, paused, finished }
  private let thread: RunLoopThread
  private let started: @Sendable () -> Void
  private let lock = RecursiveLock(name: "MyOperationLock")
  private var status = Status.ready

  init(_ thread: RunLoopThread, started: @escaping @Sendable () -> Void) {
    self.thread = thread
    self.started = started
  }

  override var isAsynchronous: Bool { true }
  override var isReady: Bool { lock.withLock { status == .ready } && super.isReady }
  override var isExecuting: Bool { lock.withLock { status == .executing } }
  override var isFinished: Bool { lock.withLock { status == .finished } }

  var isPaused: Bool { lock.withLock { status == .paused } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    lock.withLock { status = .executing }
    didChangeValue(forKey: "isExecuting")
    thread.post { self.finish() }
    started()
  }

  func pause() {
    lock.withLock { status = .paused }
    thread.post { self.finish() }
  }

  override func cancel() {
    super.cancel()
    thread.post { self.finish() }
  }

  /// Refused unless the operation executes, as in the document's table.
  private func finish() {
    let isAllowed = lock.withLock { status == .executing }
    guard isAllowed else { return }
    willChangeValue(forKey: "isFinished")
    lock.withLock { status = .finished }
    didChangeValue(forKey: "isFinished")
  }
}
