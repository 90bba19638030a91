import Dispatch
import Foundation
import MiniOperations

extension Repaired {
  /// ``Documents/TestOperation`` without its traps: one state instead of two flags, and one end.
  open class TestOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the state is touched while `lock` is held; the rest is constant.

    /// Begins a download, calls the closure with its result later, and returns a closure that stops it.
    public typealias Transfer =
      @Sendable (_ completion: @escaping @Sendable (Data?) -> Void) -> @Sendable () -> Void

    private enum State {
      case waiting
      case executing(stop: (@Sendable () -> Void)?)
      case finished
    }

    private let lock = RecursiveLock(name: "TestOperationLock")
    private var state = State.waiting
    private let notificationName: Notification.Name
    private let mainQueue: DispatchQueue
    private let transfer: Transfer

    /// Creates an operation for one download.
    public init(
      notificationName: String = "DOWN_RESULT", mainQueue: DispatchQueue = .main,
      transfer: @escaping Transfer
    ) {
      self.notificationName = Notification.Name(notificationName)
      self.mainQueue = mainQueue
      self.transfer = transfer
    }

    open override var isConcurrent: Bool { true }

    open override var isExecuting: Bool {
      lock.withLock { if case .executing = state { true } else { false } }
    }

    open override var isFinished: Bool {
      lock.withLock { if case .finished = state { true } else { false } }
    }

    open override func start() {
      guard !isCancelled else {
        _ = finish()
        return
      }
      willChangeValue(forKey: "isExecuting")
      lock.withLock { state = .executing(stop: nil) }
      didChangeValue(forKey: "isExecuting")
      let stop = transfer { [self] data in
        guard finish() else { return }
        mainQueue.async { [notificationName] in
          NotificationCenter.default.post(name: notificationName, object: data)
        }
      }
      lock.withLock { if case .executing = state { state = .executing(stop: stop) } }
      // Cancelled in between: `cancel` has found nothing to stop.
      if isCancelled { cancelTransfer() }
    }

    /// T15: stops the download, and ends the operation, because a stopped download may not call back.
    open override func cancel() {
      super.cancel()
      cancelTransfer()
    }

    private func cancelTransfer() {
      // Taken out, so that of two that come here one stops the download.
      let stop = lock.withLock { () -> (@Sendable () -> Void)? in
        guard case .executing(let stop) = state else { return nil }
        state = .executing(stop: nil)
        return stop
      }
      guard let stop else { return }
      stop()
      _ = finish()
    }

    /// Ends the operation; false when it had ended before (T15).
    private func finish() -> Bool {
      lock.lock()
      if case .finished = state {
        lock.unlock()
        return false
      }
      let wasExecuting = isExecuting
      willChangeValue(forKey: "isFinished")
      if wasExecuting { willChangeValue(forKey: "isExecuting") }
      // T14: both answers change at once, because they are one.
      state = .finished
      lock.unlock()
      if wasExecuting { didChangeValue(forKey: "isExecuting") }
      didChangeValue(forKey: "isFinished")
      return true
    }
  }
}
