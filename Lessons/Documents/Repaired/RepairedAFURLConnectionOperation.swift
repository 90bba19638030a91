import Dispatch
import Foundation
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Repaired {
  /// ``Documents/AFURLConnectionOperation`` without its traps.
  ///
  /// One lock covers every check with its change, and there is no shared group to wait for.
  open class AFURLConnectionOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: the variables are touched while `lock` is held; the rest is constant.
    private let lock = RecursiveLock(name: "AFNetworkingLock")
    private var stored = AFOperationState.ready
    private let mainQueue: DispatchQueue

    /// What the operation requests.
    public let request: URLRequest
    /// The group that the completion block belongs to, if any.
    public let completionGroup: DispatchGroup?
    /// The queue on which the completion block runs.
    public let completionQueue: DispatchQueue

    /// Creates an operation for a request.
    public init(
      request: URLRequest, completionGroup: DispatchGroup? = nil, completionQueue: DispatchQueue? = nil,
      mainQueue: DispatchQueue = .main
    ) {
      self.request = request
      self.completionGroup = completionGroup
      self.completionQueue = completionQueue ?? mainQueue
      self.mainQueue = mainQueue
    }

    /// The state.
    public var state: AFOperationState { lock.withLock { stored } }

    /// Enters a state if the transition is legal; false if it is not.
    @discardableResult
    public final func move(to new: AFOperationState) -> Bool {
      lock.lock()
      let old = stored
      // T12, T13: judged and changed under one lock.
      guard afStateTransitionIsValid(from: old, to: new, isCancelled: isCancelled) else {
        lock.unlock()
        return false
      }
      willChangeValue(forKey: afKeyPathFromOperationState(new))
      willChangeValue(forKey: afKeyPathFromOperationState(old))
      stored = new
      lock.unlock()
      didChangeValue(forKey: afKeyPathFromOperationState(old))
      didChangeValue(forKey: afKeyPathFromOperationState(new))
      return true
    }

    /// Ends the operation, and posts the notification if it was this call that did.
    public final func finish() {
      guard move(to: .finished) else { return }
      mainQueue.async {
        NotificationCenter.default.post(name: Documents.AFURLConnectionOperation.didFinish, object: self)
      }
    }

    /// Run on the completion queue.
    ///
    /// T13: the framework releases the block before it calls it, so no cycle is left to be broken.
    open override var completionBlock: (@Sendable () -> Void)? {
      get { super.completionBlock }
      set {
        guard let newValue else { return super.completionBlock = nil }
        super.completionBlock = { [completionGroup, completionQueue] in
          completionQueue.async(group: completionGroup, execute: newValue)
        }
      }
    }

    open override var isReady: Bool { state == .ready && super.isReady }
    open override var isExecuting: Bool { state == .executing }
    open override var isFinished: Bool { state == .finished }
    open override var isConcurrent: Bool { true }
  }
}
