import Dispatch
import MiniOperations

extension Repaired {
  /// ``Documents/MyOperation`` without its traps: check and change are one step, and a refused caller stops.
  ///
  /// A paused operation that has been started keeps its slot in the queue, and resumes in it; one
  /// that has not been started is left to the queue when it is resumed.
  ///
  /// The repaired methods:
  /// - `operationDidStart`: paused meanwhile, or another run, and the task does not begin (T1, T3); nor
  ///   when cancelled (T10);
  /// - `begin`: no lock is held meanwhile, so `cancel` and `pause` get through (T11); a task that has run
  ///   to its end is done, even if it was paused or resumed meanwhile (T2);
  /// - `cancel`: nothing is posted for an operation that was never started (T9), and a paused one reaches
  ///   its end (T5, T6).
  open class MyOperation: MiniOperation, @unchecked Sendable {
    // Unchecked: `life` is a field, safe for one access at a time, and changed while `lock` is held; the
    // rest is constant.
    private let lock = RecursiveLock(name: "MyOperationLock")
    @Field("life") private var life = PausableLife()
    private let thread: RunLoopThread
    private let mainQueue: DispatchQueue

    /// The task.
    ///
    /// A long one checks `isCancelled` and `isPaused` now and then.
    public let task: @Sendable (MyOperation) -> Void

    private static let madeObservable: Void = makeObservable(\Repaired.MyOperation.isPaused, as: "isPaused")

    /// Creates an operation that runs `task` on `thread`.
    public init(
      thread: RunLoopThread = Documents.MyOperation.networkRequestThread,
      mainQueue: DispatchQueue = .main, task: @escaping @Sendable (MyOperation) -> Void = { _ in }
    ) {
      _ = MyOperation.madeObservable
      self.thread = thread
      self.mainQueue = mainQueue
      self.task = task
    }

    /// Checks an event and makes its change, in one step; nil if it was
    /// refused, and then nothing is announced.
    ///
    /// That is why `willChangeValue` is called under the lock, and an observer that asks to be called before
    /// the change (`.prior`) must not wait for a thread. Announced outside it, as in lesson 15, a change may
    /// not be made.
    private func move<Action>(_ event: (inout PausableLife) -> Action?) -> Action? {
      lock.lock()
      let before = life
      var after = before
      guard let action = event(&after) else {
        lock.unlock()
        return nil
      }
      let (old, new) = (before.status, after.status)
      if old != new {
        willChangeValue(forKey: afKeyPathFromOperationState(new))
        willChangeValue(forKey: afKeyPathFromOperationState(old))
      }
      life = after
      lock.unlock()
      // After unlocking: an observer may acquire another lock, or wait for another thread.
      if old != new {
        didChangeValue(forKey: afKeyPathFromOperationState(old))
        didChangeValue(forKey: afKeyPathFromOperationState(new))
      }
      return action
    }

    private var status: MyOperationStatus { life.status }

    open override var isReady: Bool { status == .ready && super.isReady }
    open override var isExecuting: Bool { status == .executing }
    open override var isFinished: Bool { status == .finished }
    open override var isConcurrent: Bool { true }
    /// Whether the operation is paused.
    public var isPaused: Bool { status == .paused }

    open override func start() {
      switch move({ $0.start(isCancelled: isCancelled) }) {
      case .beginRun(let run): thread.post { self.operationDidStart(run: run) }
      case .finish: finish()
      case .waitForResume, nil: return
      }
    }

    /// Begins a run, if it is still the current one.
    ///
    /// Called on the network thread.
    private func operationDidStart(run: Int) {
      let life = life
      guard life.status == .executing && life.run == run else { return }
      if isCancelled { finish() } else { begin(run: run) }
    }

    /// Runs the task, while no lock is held.
    open func begin(run: Int) {
      task(self)
      finish()
    }

    /// Interrupts the task, but does not end the operation.
    ///
    /// Called on the network thread.
    open func operationDidPause() {}

    /// Ends the operation, once.
    ///
    /// A callback names its run, and is ignored if another run is current.
    public final func finish(run: Int? = nil) { _ = move { $0.finish(run: run) } }

    open override func cancel() {
      super.cancel()
      if move({ $0.cancel() }) == .finish { thread.post { self.finish() } }
    }

    /// Interrupts the operation until ``resume()``.
    public final func pause() {
      if move({ $0.pause(isCancelled: isCancelled) }) == .interruptTask {
        thread.post { self.operationDidPause() }
      }
    }

    /// Resumes a paused operation.
    ///
    /// Of two threads that call it, one is refused.
    public final func resume() {
      if case .beginRun(let run) = move({ $0.resume() }) {
        thread.post { self.operationDidStart(run: run) }
      }
    }

    /// Run on the main queue after the end, cancelled or not: code that waits for the end must be notified.
    open override var completionBlock: (@Sendable () -> Void)? {
      get { super.completionBlock }
      set {
        guard let newValue else { return super.completionBlock = nil }
        super.completionBlock = { [mainQueue] in mainQueue.async(execute: newValue) }
      }
    }
  }

  /// ``Documents/MyConnectionOperation`` without its traps: a callback counts for its own run only.
  open class MyConnectionOperation: MyOperation, @unchecked Sendable {
    /// Begins the work, and calls the closure when it has ended.
    public typealias Connect = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

    private let connect: Connect

    /// Creates an operation whose work `connect` begins, on `thread`.
    public init(
      thread: RunLoopThread = Documents.MyOperation.networkRequestThread, connect: @escaping Connect
    ) {
      self.connect = connect
      super.init(thread: thread)
    }

    /// Opens a connection, whose end counts while this run is current.
    open override func begin(run: Int) {
      connect { [weak self] in self?.finish(run: run) }
    }
  }
}
