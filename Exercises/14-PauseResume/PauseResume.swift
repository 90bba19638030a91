// Exercise 14: pause and resume
//
// A download does its work on a network thread that serves many others. A message that it posts there runs
// later, when the download may have been paused, resumed or cancelled. Each time the work is started is a
// run. Only the latest run counts; a message or a done() of an older one has no effect. You may add members,
// types and imports, and override other members of MiniOperation. Run the tests: swift run course check 14

import MiniOperations

/// A download that can be interrupted, and starts its work again when it is resumed.
public final class Download: MiniOperation, @unchecked Sendable {
  /// Starts the work, once for each run; calls `done` when the work is complete.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  private let network: RunLoopThread
  private let work: Work
  private static let madeObservable: Void = makeObservable(\Download.isPaused, as: "isPaused")
  // TODO: Which states does a download have? Which other facts must be stored, and which lock protects them?

  /// Makes a download whose work is started on the thread `network`.
  public init(on network: RunLoopThread, work: @escaping Work) {
    _ = Download.madeObservable
    self.network = network
    self.work = work
  }

  public override var isAsynchronous: Bool { true }

  // TODO: Each of them is one state; isReady also reads super. Where are changes announced?
  public override var isReady: Bool { super.isReady }
  public override var isExecuting: Bool { super.isExecuting }
  public override var isFinished: Bool { super.isFinished }
  /// Whether it was paused, and neither resumed nor cancelled since then.
  public var isPaused: Bool { false }

  public override func start() {
    // TODO: Post a message for a run. When it runs, does it still count?
  }

  /// Interrupts the download; false if it is already paused, cancelled or finished.
  @discardableResult public func pause() -> Bool {
    // TODO: Check and change in one step.
    false
  }

  /// Lets a paused download continue; false if it is not paused.
  @discardableResult public func resume() -> Bool {
    // TODO: If it was started, begin a new run. Otherwise, who starts it?
    false
  }

  public override func cancel() {
    super.cancel()
    // TODO: It must finish, even if it is paused. What if it was not started?
  }
}
