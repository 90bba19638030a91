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
  // Unchecked: the state is in a Mutex, the rest is constant.
  private enum State { case waiting, executing, finished(unfinished: Int) }
  private let state = Mutex(State.waiting)
  private let queue = MiniOperationQueue()
  private let members: [MiniOperation]

  init(_ name: String, _ members: [MiniOperation]) {
    self.members = members
    super.init()
    self.name = name
    queue.isSuspended = true
    queue.addOperations(members, waitUntilFinished: false)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { if case .executing = $0 { true } else { false } } }
  override var isFinished: Bool { unfinishedAtEnd != nil }
  /// How many members had not finished when the group did.
  var unfinishedAtEnd: Int? {
    state.withLock { if case .finished(let unfinished) = $0 { unfinished } else { nil } }
  }

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
    let unfinished = members.count { !$0.isFinished }
    state.withLock { $0 = .finished(unfinished: unfinished) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
