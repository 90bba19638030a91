import Documents
import MiniOperations

/// Whether one state may follow another.
typealias Table = @Sendable (_ from: MyOperationStatus, _ to: MyOperationStatus, _ isCancelled: Bool) -> Bool

/// The document's table.
let documents: Table = { from, to, isCancelled in
  afStateTransitionIsValid(from: from, to: to, isCancelled: isCancelled)
}

// snippet: repaired
/// The document's table with one more transition.
let repaired: Table = { from, to, isCancelled in
  documents(from, to, isCancelled) || from == .paused && to == .finished && isCancelled
}
// end

/// A download that can be paused; `table` says which state may follow which.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: `stored` is accessed while `lock` is locked; the rest is constant.
  private let lock = RecursiveLock(name: "download")
  private var stored = MyOperationStatus.ready
  private let table: Table
  private static let isPausedKey: Void = makeObservable(\Download.isPaused, as: "isPaused")

  init(_ name: String, _ table: @escaping Table) {
    _ = Download.isPausedKey
    self.table = table
    super.init()
    self.name = name
  }

  var status: MyOperationStatus { lock.withLock { stored } }

  // snippet: class
  /// Changes the state if the table allows it; false if it does not.
  func move(to new: MyOperationStatus) -> Bool {
    while true {
      let old = status
      guard table(old, new, isCancelled) else { return false }
      let keys = [afKeyPathFromOperationState(old), afKeyPathFromOperationState(new)]
      for key in keys.reversed() { willChangeValue(forKey: key) }
      let isStillTrue = lock.withLock {
        guard stored == old else { return false }
        stored = new
        return true
      }
      for key in keys { didChangeValue(forKey: key) }
      if isStillTrue { return true }
      // Another thread was faster: what was legal before may not be any more.
    }
  }

  override var isReady: Bool { status == .ready && super.isReady }
  override var isExecuting: Bool { status == .executing }
  override var isFinished: Bool { status == .finished }
  var isPaused: Bool { status == .paused }

  override func start() {
    guard move(to: isCancelled ? .finished : .executing) else { return }
    // cancel() may have come between the question and the move, and has left the finish to this method.
    if isCancelled { _ = move(to: .finished) }
  }

  func pause() { _ = move(to: .paused) }

  /// Finishes a download that has been started; `start()` finishes any other.
  override func cancel() {
    super.cancel()
    if status != .ready { _ = move(to: .finished) }
  }
  // end

  override var isAsynchronous: Bool { true }
}
