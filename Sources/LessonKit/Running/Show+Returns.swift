import Foundation
import MiniOperations
import Synchronization
import Terminal

/// When a script presses Return in place of a user at a terminal.
public enum Cue: Sendable {
  /// This many seconds after the previous press.
  case after(Double)
  /// When the lesson's work reaches this moment; the work waits there until the press has been handled.
  case at(Moment)
  /// This many seconds after the operation has finished.
  case afterEnd(of: MiniOperation, Double)
}

/// A place in a lesson's work at which its script acts.
///
/// When a user presses the keys, no thread waits here.
public final class Moment: Sendable {
  private let workIsHere = Latch(name: "moment")
  private let scriptHasActed = Latch(name: "script")
  private let hasScript = Atomic(false)

  /// Makes a moment for which a script can wait.
  public init() {}

  /// Reports that the work has reached this moment, and waits until the script has acted.
  public func reached() {
    workIsHere.open()
    if hasScript.load(ordering: .acquiring) { scriptHasActed.wait() }
  }

  /// Makes the work wait at this moment from now on.
  func arm() { hasScript.store(true, ordering: .releasing) }

  /// Returns when the work has reached this moment.
  public func waitUntilReached() { workIsHere.wait() }

  /// Lets the work continue.
  func release() { scriptHasActed.open() }
}

extension Show {
  /// Runs `start`, then `body` whenever Return is pressed, until the queue is empty.
  ///
  /// Without a terminal, `script` presses it. When the script or the input has ended, a suspended queue is
  /// resumed, so that a lesson always ends.
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
      moment.release()
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
    while Keyboard.line(orFor: waker.fileHandleForReading) == .line { body() }
  }
}
