import Dispatch
import Foundation
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The part of a well-known library that "AFNetworking、AFURLConnectionOperation二" (2015-09-17) shows.
///
/// Different from the document:
/// - the initialiser asserts nothing: a Swift parameter that is no optional is never nil;
/// - the main queue can be replaced, for programs without a main run loop;
/// - its text says that `_isFinish` is announced (line 258); the key is `isFinished`, as in its listing;
/// - the texts of the notification's name and of the lock's name are not shown. Here they are made from the
///   names of the constants; the library has `com.alamofire.networking.operation.finish` and `….lock`;
/// - the shared group, the queue of its last block, the group and the queue of an operation and the name of
///   the lock are used in the document and declared outside of it; here they are declared;
/// - the branches for numbers that are not a state are gone: a Swift enum has none.
///
/// It is the model of ``MyOperation``, with a different completion block. The
/// document leaves out what starts the task, so a user of this class sets ``state`` and calls ``finish()``.
open class AFURLConnectionOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are fields, safe for one access at a time; the rest is constant.

  /// Posted on the main queue when an operation has ended.
  public static let didFinish = Notification.Name("AFNetworkingOperationDidFinishNotification")

  /// The group of all completion blocks of all operations that have no group of their own.
  public static let sharedCompletionGroup = DispatchGroup()
  static let groupQueue = DispatchQueue(label: "completion groups", attributes: .concurrent)
  private static let madeObservable: Void = makeObservable(\AFURLConnectionOperation.isPaused, as: "isPaused")

  /// What the operation requests.
  public let request: URLRequest
  /// The lock that every change of the state acquires.
  public let lock = RecursiveLock(name: "AFNetworkingLock")

  private let mainQueue: DispatchQueue
  @Field("state") private var storedState = AFOperationState.ready
  @Field("completion group") private var group: DispatchGroup? = nil
  @Field("completion queue") private var queue: DispatchQueue? = nil

  /// Creates an operation for a request; `mainQueue` is for programs without a main run loop.
  public init(request: URLRequest, mainQueue: DispatchQueue = .main) {
    _ = AFURLConnectionOperation.madeObservable
    self.request = request
    self.mainQueue = mainQueue
  }

  /// The group that the completion block belongs to; nil for the shared one.
  public var completionGroup: DispatchGroup? {
    get { group }
    set { group = newValue }
  }

  /// The queue on which the completion block runs; nil for the main queue.
  public var completionQueue: DispatchQueue? {
    get { queue }
    set { queue = newValue }
  }

  /// The state.
  ///
  /// Setting it to a state that cannot follow does nothing.
  public var state: AFOperationState {
    get { storedState }
    set {
      // T12: validated before the lock is acquired.
      let isValid = afStateTransitionIsValid(from: storedState, to: newValue, isCancelled: isCancelled)
      guard isValid else { return }
      lock.lock()
      let oldStateKey = afKeyPathFromOperationState(storedState)
      let newStateKey = afKeyPathFromOperationState(newValue)
      willChangeValue(forKey: newStateKey)
      willChangeValue(forKey: oldStateKey)
      storedState = newValue
      didChangeValue(forKey: oldStateKey)
      didChangeValue(forKey: newStateKey)
      lock.unlock()
    }
  }

  /// Ends the operation and posts the notification.
  open func finish() {
    lock.lock()
    state = .finished
    lock.unlock()
    mainQueue.async {
      NotificationCenter.default.post(name: AFURLConnectionOperation.didFinish, object: self)
    }
  }

  /// Run on the completion queue, as part of the completion group.
  open override var completionBlock: (@Sendable () -> Void)? {
    get { super.completionBlock }
    set {
      lock.lock()
      if let newValue {
        super.completionBlock = { [weak self] in
          let group = self?.completionGroup ?? AFURLConnectionOperation.sharedCompletionGroup
          let queue = self?.completionQueue ?? self?.mainQueue ?? .main
          queue.async(group: group, execute: DispatchWorkItem(block: newValue))
          // T13: the cycle between operation and block is cut when the group is empty. The group is
          // shared by all: while any completion block of any operation is outstanding, it is not, and
          // this closure keeps the operation alive until then.
          let operation = self
          group.notify(queue: AFURLConnectionOperation.groupQueue) { operation?.completionBlock = nil }
        }
      } else {
        super.completionBlock = nil
      }
      lock.unlock()
    }
  }

  open override var isReady: Bool { state == .ready && super.isReady }

  open override var isExecuting: Bool { state == .executing }

  open override var isFinished: Bool { state == .finished }

  open override var isConcurrent: Bool { true }

  /// Whether the operation is paused.
  public var isPaused: Bool { state == .paused }
}
