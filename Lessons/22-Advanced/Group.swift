import MiniOperations
import Synchronization

/// A page to be read.
func page(_ name: String) -> MiniOperation {
  let page = MiniOperation()
  page.name = name
  return page
}

/// Several operations that look like one: it has finished when all of them have.
final class Group: MiniOperation, @unchecked Sendable {
  // Unchecked: `state` is a Mutex, the rest is constant.
  private enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let queue = MiniOperationQueue()

  init(_ name: String, _ members: [MiniOperation]) {
    super.init()
    self.name = name
    queue.isSuspended = true
    queue.addOperations(members, waitUntilFinished: false)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    // Members of a cancelled group are cancelled, and must be started to come to their end.
    // snippet: group
    queue.addBarrierBlock { self.finish() }
    queue.isSuspended = false
    // end
  }

  override func cancel() {
    super.cancel()
    queue.cancelAllOperations()
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .finished }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
