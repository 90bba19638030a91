import Foundation
import MiniOperations

/// When a script presses Return in place of a user at a terminal.
public enum Cue: Sendable {
  /// So many seconds after the press before it.
  case after(Double)
  /// When the lesson's work has come to this moment; the work waits there until the press is over.
  case at(Moment)
  /// So many seconds after this operation has finished.
  case afterEnd(of: MiniOperation, Double)
}

/// A place in the work of a lesson at which its script does something.
///
/// With a user at the keys, nothing waits here.
public final class Moment: Sendable {
  private let bell = Condition(name: "moment")
  private let state = State()

  private final class State: @unchecked Sendable {
    // Unchecked: touched while `bell` is locked.
    var isReached = false
    var isOver = true
  }

  /// Makes a moment that a script may wait for.
  public init() {}

  /// Says that the work has come here, and waits until the script has done its part.
  public func reached() {
    bell.withLock {
      state.isReached = true
      bell.broadcast()
      while !state.isOver { bell.wait() }
    }
  }

  /// From now on the work waits at this moment.
  func arm() { bell.withLock { state.isOver = false } }

  /// Returns when the work has come here.
  public func waitUntilReached() {
    bell.withLock {
      while !state.isReached { bell.wait() }
    }
  }

  func letGo() {
    bell.withLock {
      state.isOver = true
      bell.broadcast()
    }
  }
}

extension Show {
  /// Runs `start`, then `body` whenever Return is pressed, until the queue has nothing left to do.
  ///
  /// Without a terminal, `script` presses it. When the script or the input is at its end, a suspended
  /// queue is resumed, so that a lesson always comes to its own end.
  public func onReturn(
    _ what: String, script: [Cue], until queue: MiniOperationQueue, start: () -> Void, _ body: () -> Void
  ) {
    if isInteractive {
      say("Press Return to \(what).")
      start()
      answerKeys(until: queue, body)
    } else {
      for case .at(let moment) in script { moment.arm() }
      start()
      for cue in script { play(cue, body) }
    }
    if queue.isSuspended { queue.isSuspended = false }
    queue.waitUntilAllOperationsAreFinished()
  }

  private func play(_ cue: Cue, _ body: () -> Void) {
    switch cue {
    case .after(let seconds):
      wait(seconds)
      body()
    case .at(let moment):
      moment.waitUntilReached()
      body()
      moment.letGo()
    case .afterEnd(let operation, let seconds):
      operation.waitUntilFinished()
      wait(seconds)
      body()
    }
  }

  private func answerKeys(until queue: MiniOperationQueue, _ body: () -> Void) {
    let waker = Pipe()
    let watcher = Thread {
      queue.waitUntilAllOperationsAreFinished()
      waker.fileHandleForWriting.write(Data([0]))
    }
    watcher.start()
    while Keyboard.wait(orFor: waker.fileHandleForReading) == .returnKey { body() }
  }
}
