// Exercise 14: pause and resume

import Foundation
import MiniOperations

/// A download that can be interrupted, and starts its work again when it is resumed.
public final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the variables are accessed while `lock` is held; the rest is constant.

  /// Starts the work, once for each run; calls `done` when the work is complete.
  public typealias Work = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  /// One run, which counts as long as it is the current one; the object serves as its number.
  private final class Run: Sendable {}

  private let lock = NSRecursiveLock()
  private var isStarted = false
  private var paused = false
  private var finished = false
  private var current: Run?

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

  public override var isReady: Bool { super.isReady && !isPaused }
  public override var isExecuting: Bool { lock.withLock { current != nil } }
  public override var isFinished: Bool { lock.withLock { finished } }
  /// Whether it was paused, and neither resumed nor cancelled since then.
  public var isPaused: Bool { lock.withLock { paused } }

  /// Makes a change, and announces the keys that `body` returns.
  private func announcing(_ body: () -> [String]) {
    for key in lock.withLock(body) {
      willChangeValue(forKey: key)
      didChangeValue(forKey: key)
    }
  }

  public override func start() {
    announcing {
      if isStarted { return [] }
      isStarted = true
      if paused { return [] }
      if isCancelled {
        finished = true
        return ["isFinished"]
      }
      begin()
      return ["isExecuting"]
    }
  }

  /// Posts a new run; called with the lock, because `post` only appends to a list.
  private func begin() {
    let run = Run()
    current = run
    network.post { [self] in
      guard lock.withLock({ current === run }) else { return }
      work { self.end(run) }
    }
  }

  private func end(_ run: Run) {
    announcing {
      guard current === run else { return [] }
      return stopRunning()
    }
  }

  private func stopRunning() -> [String] {
    current = nil
    finished = true
    return ["isExecuting", "isFinished"]
  }

  /// Interrupts the download; false if it is already paused, cancelled or finished.
  @discardableResult public func pause() -> Bool {
    var isDone = false
    announcing {
      if paused || finished || isCancelled { return [] }
      paused = true
      isDone = true
      let wasRunning = current != nil
      current = nil
      return wasRunning ? ["isExecuting", "isPaused"] : ["isPaused", "isReady"]
    }
    return isDone
  }

  /// Lets a paused download continue; false if it is not paused.
  @discardableResult public func resume() -> Bool {
    var isDone = false
    announcing {
      if !paused { return [] }
      paused = false
      isDone = true
      if isStarted { begin() }
      return isStarted ? ["isPaused", "isExecuting"] : ["isPaused", "isReady"]
    }
    return isDone
  }

  public override func cancel() {
    super.cancel()
    announcing {
      if current != nil { return stopRunning() }
      guard paused else { return [] }
      paused = false
      if !isStarted { return ["isPaused", "isReady"] }
      finished = true
      return ["isPaused", "isFinished"]
    }
  }
}
