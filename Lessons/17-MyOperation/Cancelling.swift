import Dispatch
import Documents
import Explorer
import MiniOperations

// The three moments at which a photo can scroll away, for the class as published and for
// `CancellableOperation`.

/// Cancels an operation in a suspended queue, and returns whether it finished although nobody has started it.
func finishesUnstarted(_ operation: MiniOperation, _ network: RunLoopThread) -> Bool {
  let queue = MiniOperationQueue()
  queue.isSuspended = true
  queue.addOperation(operation)
  operation.cancel()
  network.postAndWait {}
  defer {
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }
  return operation.isFinished
}

/// Starts an operation and cancels it before the network thread has read its messages.
func cancelJustStarted(_ operation: MiniOperation, _ network: RunLoopThread) {
  // The network thread is busy with this message, and reads the others afterwards.
  network.postAndWait {
    operation.start()
    operation.cancel()
  }
  network.postAndWait {}
}

/// Cancels an operation as soon as its task has begun, and returns how long `cancel()` took, in seconds.
func cancelDuringTask(_ operation: MiniOperation, _ hasBegun: DispatchSemaphore) -> Double {
  operation.start()
  hasBegun.wait()
  let begin = SystemTime().now
  operation.cancel()
  return (SystemTime().now - begin) / .seconds(1)
}

/// A task that needs the main thread, which is in `cancel()`: the class as published.
let needsMain = Scenario("as published") { stage in
  let main = Main()
  let operation = MyOperation(thread: RunLoopThread(name: "network")) { _ in main.wait() }
  operation.start()
  stage.thread("main") {
    operation.cancel()
    main.serve()
  }
}

/// The same task on the repaired class.
let needsMainRepaired = Scenario("repaired") { stage in
  let main = Main()
  let operation = CancellableOperation(thread: RunLoopThread(name: "network")) { _ in main.wait() }
  operation.start()
  stage.thread("main") {
    operation.cancel()
    main.serve()
  }
}

/// The main thread, as another thread sees it that waits for it.
private final class Main: @unchecked Sendable {
  // Unchecked: the flag is accessed only while `condition` is locked.
  private let condition = Condition(name: "the main thread")
  private var isThere = false

  func serve() {
    condition.withLock {
      isThere = true
      condition.broadcast()
    }
  }

  func wait() {
    condition.withLock {
      while !isThere { condition.wait() }
    }
  }
}
