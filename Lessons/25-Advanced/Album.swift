import MiniOperations
import Synchronization

// snippet: album
/// Several uploads as one operation, which has finished when all of them have.
final class Album: MiniOperation, @unchecked Sendable {
  // Unchecked: the state is in a Mutex, the rest is constant.
  private enum State { case waiting, executing, finished(missing: Int) }
  private let state = Mutex(State.waiting)
  private let queue = MiniOperationQueue()
  private let photos: [MiniOperation]

  init(_ name: String, _ photos: [MiniOperation]) {
    self.photos = photos
    super.init()
    self.name = name
    queue.isSuspended = true
    queue.addOperations(photos, waitUntilFinished: false)
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { if case .executing = $0 { true } else { false } } }
  override var isFinished: Bool { missing != nil }

  /// How many photos had not finished when the album did; nil before that.
  var missing: Int? {
    state.withLock { if case .finished(let missing) = $0 { missing } else { nil } }
  }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    // Photos of a cancelled album are cancelled, and must still be started in order to finish.
    queue.addBarrierBlock { self.finish() }
    queue.isSuspended = false
  }

  override func cancel() {
    super.cancel()
    queue.cancelAllOperations()
  }

  private func finish() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    let missing = photos.count { !$0.isFinished }
    state.withLock { $0 = .finished(missing: missing) }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
// end
