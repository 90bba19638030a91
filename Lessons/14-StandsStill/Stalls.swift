import Dispatch
import MiniOperations
import Synchronization

// Seven queues that stand still, and for each the line that makes it continue.

/// A queue that stands still, and its repair.
struct Stall {
  let queue: MiniOperationQueue
  let repair: () -> Void
}

/// A dependency that was never added to a queue.
func neverAdded() -> Stall {
  let queue = named("photos")
  let (download, resize) = (block("download"), block("resize"))
  resize.addDependency(download)
  queue.addOperation(resize)
  return Stall(queue: queue) { queue.addOperation(download) }
}

/// Three operations whose dependencies are a cycle.
func cycle() -> Stall {
  let queue = named("photos")
  let (load, draw, save) = (block("load"), block("draw"), block("save"))
  draw.addDependency(load)
  save.addDependency(draw)
  load.addDependency(save)
  queue.addOperations([load, draw, save], waitUntilFinished: false)
  return Stall(queue: queue) { load.cancel() }
}

/// An operation with its own condition, which does not become true.
func closedGate() -> Stall {
  let queue = named("photos")
  let upload = Gated("upload")
  queue.addOperation(upload)
  return Stall(queue: queue) { upload.open() }
}

/// The same, and the upload is cancelled.
func cancelledGate() -> Stall {
  let queue = named("photos")
  let upload = Gated("upload")
  queue.addOperation(upload)
  upload.cancel()
  return Stall(queue: queue) { upload.open() }
}

/// An asynchronous operation whose callback is never called.
func lostCallback() -> Stall {
  let queue = named("photos")
  let request = Request("request")
  queue.addOperation(request)
  request.waitUntilStarted()
  return Stall(queue: queue) { request.callback() }
}

// snippet: insideWait
/// An operation that waits in its task for another one, which needs its slot.
func insideWait() -> Stall {
  let queue = named("photos")
  queue.maxConcurrentOperationCount = 1
  let inner = block("inner")
  let isAdded = DispatchSemaphore(value: 0)
  let outer = MiniBlockOperation {
    queue.addOperation(inner)
    isAdded.signal()
    inner.waitUntilFinished()
  }
  outer.name = "outer"
  queue.addOperation(outer)
  isAdded.wait()
  return Stall(queue: queue) { queue.maxConcurrentOperationCount = 2 }
}
// end

/// A queue that was suspended by code that has forgotten it.
func suspended() -> Stall {
  let queue = named("photos")
  queue.isSuspended = true
  queue.addOperation(block("save"))
  return Stall(queue: queue) { queue.isSuspended = false }
}

private func named(_ name: String) -> MiniOperationQueue {
  let queue = MiniOperationQueue()
  queue.name = name
  return queue
}

private func block(_ name: String) -> MiniOperation {
  let operation = MiniBlockOperation {}
  operation.name = name
  return operation
}

/// An operation that is ready when its gate is open.
private final class Gated: MiniOperation, @unchecked Sendable {
  // Unchecked: the flag is in a Mutex.
  private let isOpen = Mutex(false)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isReady: Bool { isOpen.withLock { $0 } && super.isReady }

  func open() {
    willChangeValue(forKey: "isReady")
    isOpen.withLock { $0 = true }
    didChangeValue(forKey: "isReady")
  }
}

/// An operation that finishes when its callback is called.
private final class Request: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in a Mutex, the rest is constant.
  private enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let hasStarted = DispatchSemaphore(value: 0)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    hasStarted.signal()
  }

  func callback() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .finished }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  func waitUntilStarted() { hasStarted.wait() }
}
