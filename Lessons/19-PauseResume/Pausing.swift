import Dispatch
import Documents
import MiniOperations

/// The class as it shipped, which logs its pause, as the document does.
final class Download: MyOperation, @unchecked Sendable {
  // Unchecked: like its superclass; the added properties are constant.
  private let network: RunLoopThread
  private let log: @Sendable (_ text: String, _ name: String) -> Void

  init(
    _ name: String, on network: RunLoopThread,
    log: @escaping @Sendable (_ text: String, _ name: String) -> Void = { _, _ in },
    task: @escaping @Sendable (MyOperation) -> Void = { _ in }
  ) {
    self.network = network
    self.log = log
    super.init(thread: network, task: task)
    self.name = name
  }

  override func operationDidPause() {
    lock.lock()
    log("paused ..., on the \(network.isCurrent ? network.name : "wrong") thread", name ?? "")
    super.operationDidPause()
    lock.unlock()
  }
}

// snippet: atOnce
/// Starts a download and pauses it, before the network thread has read its messages.
func pauseAtOnce(_ download: MyOperation, _ network: RunLoopThread) {
  network.postAndWait {
    // The network thread is busy with this message, and reads the next ones afterwards.
    download.start()
    download.pause()
  }
  network.postAndWait {}
}
// end

/// Lets the queue start a download whose network thread is busy, pauses it, and cancels it.
///
/// Returns when the network thread has read all its messages.
func cancelWhilePaused(
  _ download: MyOperation, before next: MyOperation, in queue: MiniOperationQueue, _ network: RunLoopThread
) {
  let hasStarted = DispatchSemaphore(value: 0)
  let isDone = DispatchSemaphore(value: 0)
  let observation = download.observe(\.isExecuting) { operation, _ in
    if operation.isExecuting { hasStarted.signal() }
  }
  network.post { isDone.wait() }
  queue.addOperations([download, next], waitUntilFinished: false)
  hasStarted.wait()
  download.pause()
  download.cancel()
  isDone.signal()
  network.postAndWait {}
  observation.invalidate()
}
