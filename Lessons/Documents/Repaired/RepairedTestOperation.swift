import Dispatch
import Foundation
import MiniOperations

extension Repaired {
  /// ``Documents/TestOperation`` without its traps: one state instead of two flags, and one finish (T15).
  open class TestOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the state is touched while `lock` is held; the rest is constant.

    /// Begins a download, calls the closure with its result later, and returns a closure that stops it.
    public typealias Transfer =
      @Sendable (_ completion: @escaping @Sendable (Data?) -> Void) -> @Sendable () -> Void

    // snippet: states
    private enum State {
      case waiting
      case executing(stop: (@Sendable () -> Void)?)
      /// One caller has begun to finish the operation, and has not announced it yet.
      case finishing(wasExecuting: Bool)
      case finished
    }
    // end

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
      lock.withLock {
        switch state {
        case .executing: true
        case .finishing(let wasExecuting): wasExecuting
        case .waiting, .finished: false
        }
      }
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

    // snippet: cancel
    /// Stops the download, and finishes the operation, because a stopped download may not call back.
    open override func cancel() {
      super.cancel()
      cancelTransfer()
    }

    private func cancelTransfer() {
      // Taken out, so that only one of two callers stops the download.
      let stop = lock.withLock { () -> (@Sendable () -> Void)? in
        guard case .executing(let stop) = state else { return nil }
        state = .executing(stop: nil)
        return stop
      }
      guard let stop else { return }
      // In this order: a stopped download calls back, and must find that it comes second.
      if finish() { stop() }
    }
    // end

    // snippet: finish
    /// Finishes the operation; false if somebody else has done that, or is doing it.
    private func finish() -> Bool {
      let wasExecuting = lock.withLock { () -> Bool? in
        switch state {
        case .waiting:
          state = .finishing(wasExecuting: false)
          return false
        case .executing:
          state = .finishing(wasExecuting: true)
          return true
        case .finishing, .finished: return nil
        }
      }
      guard let wasExecuting else { return false }
      // isExecuting first, because announcing isFinished lets the dependents run.
      let keys = wasExecuting ? ["isExecuting", "isFinished"] : ["isFinished"]
      for key in keys { willChangeValue(forKey: key) }
      lock.withLock { state = .finished }
      for key in keys { didChangeValue(forKey: key) }
      return true
    }
    // end
  }
}
