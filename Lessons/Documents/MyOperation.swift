import Dispatch
import MiniOperations

/// The operation of "自定义NSOperation子类" (2015-09-23), with the same effects in the same order, mistakes
/// included.
///
/// Different from the document:
/// - the thread's mailbox stands for a run loop that a Mach port keeps alive, and a message for
///   `performSelector`;
/// - its text says that `isFinish` must be announced (line 432); the key is `isFinished`, as in its listing;
/// - comments announce a notification in `finish` and in `pause`, which neither version sends;
/// - the lock's name has its missing letter, and `NSLog` in `operationDidPause` is left to subclasses (lesson
///   19);
/// - the task is a closure that the initialiser takes, where the document has a comment;
/// - the main queue can be replaced, for programs without a main run loop;
/// - the branches for numbers that are not a state are gone: a Swift enum has none.
///
/// All its work is done on one thread that all such operations share: each
/// method that changes the state posts a message to it.
///
/// The class of the same name in `Repaired` has none of the traps. Some of them are marked
/// below; those of the parts that lessons 17 to 19 show are:
/// - `start`: refused or not, the task is posted (T7, T8);
/// - `operationDidStart`: the lock is held for the whole task, so `cancel` and `pause` wait until
///   it is too late for them (T11); it looks neither whether the operation is still executing
///   (T1, T3) nor whether it was cancelled (T10);
/// - `cancel`: a message is posted even if the operation was never started (T9);
/// - `cancelOperation`: refused without a word when the operation is paused, which then never
///   finishes (T5, T6);
/// - `completionBlock`: code that cancels is never told that the operation has finished (T12b), and an
///   operation that is gone counts as not cancelled, as in the document, where nil answers NO;
/// - `pause`: asked before the lock is taken, so all three may be true when it is (T6);
/// - `operationDidPause`: by now the operation may have been resumed, and this ends it (T4);
/// - `resume`: checked before the lock is taken, so two threads may both continue (T7); the task is run
///   from the beginning, although it may have run to its end while it was "paused" (T2); and dependencies,
///   limit and suspension are for the queue to check, and the queue is not asked (T8).
open class MyOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: `storedStatus` is a field, safe for one access at a time; the rest is constant.

  /// The thread on which the tasks of all these operations run.
  ///
  /// In the document it is a static variable, created on first use.
  public static let networkRequestThread = RunLoopThread(name: "MyOperationThread")

  /// The lock that every change of the state acquires, and the getters do not.
  public let lock = RecursiveLock(name: "MyOperationLock")

  /// The modes in which the thread handles this operation's messages.
  public let runLoopModes: Set<RunLoopThread.Mode> = [.common]

  /// The task, which the document leaves to the reader.
  ///
  /// Its argument is the operation.
  public let task: @Sendable (MyOperation) -> Void

  private let thread: RunLoopThread
  private let mainQueue: DispatchQueue
  @Field("status") private var storedStatus = MyOperationStatus.ready

  private static let madeObservable: Void = makeObservable(\MyOperation.isPaused, as: "isPaused")

  /// Creates an operation that runs `task` on `thread`.
  ///
  /// `mainQueue` is where the completion block goes; a program without a main run loop names another.
  public init(
    thread: RunLoopThread = MyOperation.networkRequestThread, mainQueue: DispatchQueue = .main,
    task: @escaping @Sendable (MyOperation) -> Void = { _ in }
  ) {
    _ = MyOperation.madeObservable
    self.thread = thread
    self.mainQueue = mainQueue
    self.task = task
  }

  // MARK: The state

  /// The state.
  ///
  /// Setting it to a state that cannot follow does nothing.
  public var status: MyOperationStatus {
    get { storedStatus }
    set {
      // T12: validated before the lock is acquired. It holds only because every caller has the lock already.
      // T7: a refusal is silent, and the caller continues as if nothing had been refused.
      let isValid = afStateTransitionIsValid(from: storedStatus, to: newValue, isCancelled: isCancelled)
      guard isValid else { return }
      lock.lock()
      let oldStateKey = afKeyPathFromOperationState(storedStatus)
      let newStateKey = afKeyPathFromOperationState(newValue)
      willChangeValue(forKey: newStateKey)
      willChangeValue(forKey: oldStateKey)
      storedStatus = newValue
      didChangeValue(forKey: oldStateKey)
      didChangeValue(forKey: newStateKey)
      lock.unlock()
    }
  }

  open override var isReady: Bool { status == .ready && super.isReady }

  open override var isExecuting: Bool { status == .executing }

  open override var isFinished: Bool { status == .finished }

  open override var isConcurrent: Bool { true }

  // MARK: Starting, finishing and cancelling

  // snippet: cancelling
  open override func start() {
    lock.lock()
    if isCancelled {
      thread.post(modes: runLoopModes) { self.cancelOperation() }
    } else {
      status = .executing
      thread.post(modes: runLoopModes) { self.operationDidStart() }
    }
    lock.unlock()
  }

  /// Runs the task, on the network thread.
  open func operationDidStart() {
    lock.lock()
    task(self)
    finish()
    lock.unlock()
  }

  /// Finishes the operation, if its state allows that.
  open func finish() {
    lock.lock()
    status = .finished
    lock.unlock()
  }

  open override func cancel() {
    lock.lock()
    if !isFinished && !isCancelled {
      super.cancel()
      thread.post(modes: runLoopModes) { self.cancelOperation() }
    }
    lock.unlock()
  }

  /// Cleans up and finishes the operation, on the network thread.
  open func cancelOperation() {
    guard !isFinished else { return }
    finish()
  }
  // end

  // MARK: After the end

  // snippet: completion
  /// Called on the main queue when the operation has finished, unless it was cancelled.
  open override var completionBlock: (@Sendable () -> Void)? {
    get { super.completionBlock }
    set {
      lock.lock()
      if let newValue {
        super.completionBlock = { [weak self, mainQueue] in
          if (self?.isCancelled ?? false) == false { mainQueue.async(execute: newValue) }
        }
      } else {
        super.completionBlock = nil
      }
      lock.unlock()
    }
  }
  // end

  // MARK: Pausing

  /// Whether the operation is paused.
  ///
  /// Only code that knows this class reads it.
  public var isPaused: Bool { status == .paused }

  // snippet: pausing
  /// Interrupts the operation until ``resume()``.
  open func pause() {
    if isPaused || isFinished || isCancelled { return }
    lock.lock()
    if isExecuting {
      thread.post(modes: runLoopModes) { self.operationDidPause() }
    }
    status = .paused
    lock.unlock()
  }

  /// Resumes a paused operation.
  open func resume() {
    guard isPaused else { return }
    lock.lock()
    status = .ready
    start()
    lock.unlock()
  }
  // end

  /// Interrupts the task.
  ///
  /// Called on the network thread.
  open func operationDidPause() {
    lock.lock()
    finish()
    lock.unlock()
  }
}
