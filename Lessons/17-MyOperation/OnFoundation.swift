import Foundation
import LessonKit
import MiniOperations

/// Steps 1 and 5 on Foundation, with the class in as few lines as possible.
///
/// Cancelling before the start is left out: on Linux, Foundation's queue uses the operation after it has released
/// it (K4).
func onFoundation() -> [String] {
  let trace = Notebook()
  let thread = RunLoopThread(name: "MyOperationThread")
  let operation = FoundationMyOperation(thread, trace)
  let queue = OperationQueue()
  queue.addOperation(operation)
  queue.waitUntilAllOperationsAreFinished()
  let late = FoundationMyOperation(thread, trace)
  thread.postAndWait {
    late.start()
    late.cancel()
  }
  thread.postAndWait {}
  return trace.lines
}

private final class FoundationMyOperation: Operation, @unchecked Sendable {
  // Unchecked: `status` is accessed only while `lock` is locked.
  private enum Status { case ready, executing, finished }
  private let thread: RunLoopThread
  private let trace: Notebook
  private let lock = RecursiveLock(name: "MyOperationLock")
  private var status = Status.ready

  init(_ thread: RunLoopThread, _ trace: Notebook) {
    self.thread = thread
    self.trace = trace
  }

  override var isAsynchronous: Bool { true }
  override var isReady: Bool { lock.withLock { status == .ready } && super.isReady }
  override var isExecuting: Bool { lock.withLock { status == .executing } }
  override var isFinished: Bool { lock.withLock { status == .finished } }

  private func move(to new: Status, announcing key: String) {
    willChangeValue(forKey: key)
    lock.withLock { status = new }
    didChangeValue(forKey: key)
  }

  override func start() {
    trace.write("start")
    move(to: .executing, announcing: "isExecuting")
    thread.post {
      self.trace.write("operationDidStart")
      self.finish()
    }
  }

  override func cancel() {
    trace.write("cancel")
    super.cancel()
    thread.post {
      self.trace.write("cancelOperation")
      if !self.isFinished { self.finish() }
    }
  }

  private func finish() {
    trace.write("finish")
    move(to: .finished, announcing: "isFinished")
  }
}
