import Foundation
import MiniOperations

extension Show {
  /// Runs `body` whenever Return is pressed, until the queue has nothing left to do.
  ///
  /// Where nobody can press it, `script` does: it lists the seconds to wait before each press. A script
  /// whose presses are over, and a closed input, leave the queue to itself; it must be able to end then.
  public func onReturn(
    _ what: String, script: [Double], until queue: MiniOperationQueue, _ body: () -> Void
  ) {
    guard isInteractive else {
      for seconds in script {
        wait(seconds)
        body()
      }
      queue.waitUntilAllOperationsAreFinished()
      return
    }
    say("Press Return to \(what).")
    let waker = Pipe()
    let watcher = Thread {
      queue.waitUntilAllOperationsAreFinished()
      waker.fileHandleForWriting.write(Data([0]))
    }
    watcher.start()
    while true {
      switch Keyboard.wait(orFor: waker.fileHandleForReading) {
      case .returnKey: body()
      case .woken: return
      case .closed:
        if queue.isSuspended { queue.isSuspended = false }
        queue.waitUntilAllOperationsAreFinished()
        return
      }
    }
  }
}
