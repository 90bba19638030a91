import MiniOperations
import Synchronization

// snippet: download
/// A download that announces its changes under the names that it is given.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in its lock, the names are constant.
  enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let executingKey, finishedKey: String?

  init(executingKey: String? = "isExecuting", finishedKey: String? = "isFinished") {
    self.executingKey = executingKey
    self.finishedKey = finishedKey
  }

  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else { return move(to: .finished, announcing: [finishedKey]) }
    move(to: .executing, announcing: [executingKey])
  }

  /// The lesson calls it in place of the server.
  func photoArrived() { move(to: .finished, announcing: [executingKey, finishedKey]) }

  private func move(to new: State, announcing names: [String?]) {
    let keys = names.compactMap { $0 }
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { $0 = new }
    for key in keys { didChangeValue(forKey: key) }
  }
}
// end

/// Overrides `isConcurrent`, and nothing else.
final class OnlyConcurrent: MiniOperation, @unchecked Sendable {
  // Unchecked: it adds no stored property.
  override var isConcurrent: Bool { true }
}
