// Exercise 14: pause and resume
//
// A download does its work on a network thread that serves many others. A message that it posts there runs
// later, when the download may have been paused, resumed or cancelled. Each time the work is started is a
// run. Only the latest run counts; a message or a done() of an older one has no effect.
//
// Run the tests: swift run course check 14

import MiniOperations

/// A download that can be interrupted, and starts its work again when it is resumed.
public final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: `life` is accessed while `lock` is held; the rest is constant.

  /// Starts the work, once for each run; calls `done` when the work is complete.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  /// The states, by the keys under which they are observed.
  private enum State: String { case isReady, isExecuting, isPaused, isFinished }

  private struct Life {
    var state = State.isReady
    /// The state that callers read: still the old one when observers are notified before a change.
    var shown = State.isReady
    /// A started download keeps its slot in the queue while it is paused.
    var isStarted = false
    /// The latest run: a message or a done() with another number has no effect.
    var run = 0

    mutating func beginRun() {
      state = .isExecuting
      run += 1
    }
  }

  private let lock = RecursiveLock(name: "download")
  private var life = Life()
  private let network: RunLoopThread
  private let work: Work
  private static let madeObservable: Void = makeObservable(\Download.isPaused, as: "isPaused")

  /// Makes a download whose work is started on the thread `network`.
  public init(on network: RunLoopThread, work: @escaping Work) {
    _ = Download.madeObservable
    self.network = network
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  public override var isReady: Bool { state == .isReady && super.isReady }
  public override var isExecuting: Bool { state == .isExecuting }
  public override var isFinished: Bool { state == .isFinished }
  /// Whether it was paused, and neither resumed nor cancelled since then.
  public var isPaused: Bool { state == .isPaused }

  private var state: State { lock.withLock { life.shown } }

  /// Checks and makes a change in one step; nil if `event` refused it, and then nothing else happens.
  private func change(_ event: (inout Life) -> Bool) -> Life? {
    let changed = lock.withLock { () -> (old: State, new: Life)? in
      let old = life.state
      return event(&life) ? (old, life) : nil
    }
    guard let (old, new) = changed else { return nil }
    let keys = old == new.state ? [] : [old.rawValue, new.state.rawValue]
    // Without the lock: the queue and the observers may call the download. The change is already made, so
    // such a call is checked against the new state and not overwritten by it.
    for key in keys { willChangeValue(forKey: key) }
    lock.withLock { life.shown = life.state }
    for key in keys { didChangeValue(forKey: key) }
    return new
  }

  public override func start() {
    let started = change { life in
      guard !life.isStarted else { return false }
      life.isStarted = true
      // Paused after its queue chose it: it keeps its slot, and resume() begins the run.
      guard life.state == .isReady else { return true }
      if isCancelled { life.state = .isFinished } else { life.beginRun() }
      return true
    }
    if started?.state == .isExecuting { post(started!.run) }
  }

  private func post(_ run: Int) {
    network.post {
      // Paused, resumed or finished since it was posted: this run no longer counts.
      guard self.lock.withLock({ self.life.state == .isExecuting && self.life.run == run }) else { return }
      // Without the lock, which would block every pause() until the work returns.
      self.work { self.end(run) }
    }
  }

  private func end(_ run: Int) {
    _ = change { life in
      guard life.state == .isExecuting && life.run == run else { return false }
      life.state = .isFinished
      return true
    }
  }

  /// Interrupts the download; false if it is already paused, cancelled or finished.
  @discardableResult public func pause() -> Bool {
    let paused = change { life in
      // Checked under the lock: a later cancel() finds the download paused, and finishes it.
      guard !isCancelled, life.state == .isReady || life.state == .isExecuting else { return false }
      life.state = .isPaused
      return true
    }
    return paused != nil
  }

  /// Lets a paused download continue; false if it is not paused.
  @discardableResult public func resume() -> Bool {
    let resumed = change { life in
      guard life.state == .isPaused else { return false }
      // Only its queue knows when a download that was not started may start.
      if life.isStarted { life.beginRun() } else { life.state = .isReady }
      return true
    }
    if let resumed, resumed.state == .isExecuting { post(resumed.run) }
    return resumed != nil
  }

  public override func cancel() {
    super.cancel()
    _ = change { life in
      switch life.state {
      case .isExecuting: life.state = .isFinished
      // Not started, it becomes ready: its queue starts it, and then it finishes.
      case .isPaused: life.state = life.isStarted ? .isFinished : .isReady
      case .isReady, .isFinished: return false
      }
      return true
    }
  }
}
