import Documents
import MiniOperations

/// Whether one state may follow another.
typealias Table = @Sendable (_ from: MyOperationStatus, _ to: MyOperationStatus, _ isCancelled: Bool) -> Bool

/// The table of the class that you found.
let found: Table = { from, to, isCancelled in
  afStateTransitionIsValid(from: from, to: to, isCancelled: isCancelled)
}

// snippet: repaired
let repaired: Table = { from, to, isCancelled in
  switch (from, to) {
  case (.ready, .executing), (.executing, .paused), (.paused, .executing), (.executing, .finished): true
  case (.ready, .finished), (.paused, .finished): isCancelled
  default: false
  }
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

  /// The key under which observers are notified of a state.
  private func key(_ status: MyOperationStatus) -> String { afKeyPathFromOperationState(status) }

  // snippet: class
  /// Changes the state if the table allows it; false if it does not.
  func move(to new: MyOperationStatus) -> Bool {
    while true {
      let old = status
      guard table(old, new, isCancelled) else { return false }
      let keys = [key(old), key(new)]
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
    // cancel() may have run between the check and the move, and then relies on this method to finish.
    if isCancelled { _ = move(to: .finished) }
  }

  /// False if the download is not executing, for example because its queue has not started it.
  func pause() -> Bool { move(to: .paused) }
  func resume() -> Bool { move(to: .executing) }

  /// Finishes a download that has been started; `start()` finishes any other.
  override func cancel() {
    super.cancel()
    if status != .ready { _ = move(to: .finished) }
  }
  // end

  override var isAsynchronous: Bool { true }
}
