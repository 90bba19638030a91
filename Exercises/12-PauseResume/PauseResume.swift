// Exercise 12: pause and resume
//
// A download does its work on a network thread that serves many others, so what it posts there runs later,
// when it may have been paused, resumed, cancelled, or all of that. Each time it begins anew is a
// run of its own. Only the latest run counts; an event from an older one comes too late.
//
// Tried with: swift test --filter Exercise12

import MiniOperations

/// A download that can be interrupted, and begins anew when it is resumed.
public final class Download: MiniOperation, @unchecked Sendable {
  /// Begins the work, once for each run; calls `done` when the work is over.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private let network: RunLoopThread
  private let work: Work
  private static let madeObservable: Void = makeObservable(\Download.isPaused, as: "isPaused")
  // TODO: In which states can a download be? What else must be known beside the state, and what guards it?

  /// Makes a download whose work is begun on the thread `network`.
  public init(on network: RunLoopThread, work: @escaping Work) {
    _ = Download.madeObservable
    self.network = network
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  // TODO: Each of them is one state; isReady also asks super. What announces that the state has changed?
  public override var isReady: Bool { super.isReady }
  public override var isExecuting: Bool { super.isExecuting }
  public override var isFinished: Bool { super.isFinished }
  /// Whether it was paused, and neither resumed nor cancelled since.
  public var isPaused: Bool { false }

  public override func start() {
    // TODO: Post a run. When its turn has come, does it still count?
  }

  /// Interrupts the download; false when it is paused already, cancelled or over.
  @discardableResult public func pause() -> Bool {
    // TODO: May it be paused? Check and change in one step.
    false
  }

  /// Lets a paused download continue; false when it is not paused.
  @discardableResult public func resume() -> Bool {
    // TODO: One that was started begins a new run. What starts one that was not?
    false
  }

  public override func cancel() {
    super.cancel()
    // TODO: It must come to its end, even when it is paused. What ends one that was not started?
  }
}
