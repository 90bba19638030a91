import Foundation

extension Show {
  /// Lets the main thread's run loop turn, as an app's does, until `isDone` says so.
  ///
  /// It is asked after each piece of work of the main queue, so what it looks at must be changed there.
  public func turnMainLoop(until isDone: () -> Bool) {
    while !isDone() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Lets the main thread do what has been sent to the main queue so far.
  public func emptyMainQueue() {
    let marker = Counter()
    DispatchQueue.main.async { marker.raise() }
    turnMainLoop { marker.value == 1 }
  }
}
