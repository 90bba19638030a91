import MiniOperations
import Synchronization

/// An operation whose task runs on a network thread, without the three faults.
final class CancellableOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in its lock, the rest is constant.
  private enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let thread: RunLoopThread
  private let task: @Sendable (CancellableOperation) -> Void

  init(thread: RunLoopThread, task: @escaping @Sendable (CancellableOperation) -> Void = { _ in }) {
    self.thread = thread
    self.task = task
  }

  // snippet: cancellable
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    move(to: .executing, announcing: "isExecuting")
    thread.post { self.run() }
  }

  // Called on the network thread, which alone finishes. `cancel()` is inherited and only sets the flag.
  private func run() {
    if !isCancelled { task(self) }
    move(to: .finished, announcing: "isExecuting", "isFinished")
  }

  private func move(to new: State, announcing keys: String...) {
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { $0 = new }
    for key in keys { didChangeValue(forKey: key) }
  }
  // end
}
