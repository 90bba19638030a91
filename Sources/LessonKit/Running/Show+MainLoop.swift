import Foundation

extension Show {
  /// Runs the main thread's run loop, as an app does, until `isDone` returns true.
  ///
  /// It is called after each piece of work on the main queue, so what it reads must be changed there.
  public func turnMainLoop(until isDone: () -> Bool) {
    while !isDone() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Runs the work that has been sent to the main queue so far.
  public func emptyMainQueue() {
    let marker = Counter()
    DispatchQueue.main.async { marker.raise() }
    turnMainLoop { marker.value == 1 }
  }
}
