import Dispatch
import Documents
import MiniOperations

/// Lets the queue start an operation whose network thread is busy, pauses it, and cancels it.
///
/// Returns when the network thread has read all its messages.
func cancelWhilePaused(
  _ zombie: MyOperation, before next: MyOperation, in queue: MiniOperationQueue, _ network: RunLoopThread
) {
  let hasStarted = DispatchSemaphore(value: 0)
  let isDone = DispatchSemaphore(value: 0)
  let observation = zombie.observe(\.isExecuting) { operation, _ in
    if operation.isExecuting { hasStarted.signal() }
  }
  network.post { isDone.wait() }
  queue.addOperations([zombie, next], waitUntilFinished: false)
  hasStarted.wait()
  zombie.pause()
  zombie.cancel()
  isDone.signal()
  network.postAndWait {}
  observation.invalidate()
}
