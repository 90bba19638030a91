// Exercise 07: one at a time, with a pause in between
//
// Photos are resized one after the other. In the middle of photo 1, a caller suspends the runner. Photo 1 is
// resized to its end, because nothing can stop it from outside; photos 2 and 3 wait until the runner is
// resumed. You may add members, types and imports. Run the tests: swift run course check 7

import MiniOperations

/// Runs pieces of work one after the other, in the order in which they were added.
public final class SerialRunner: Sendable {
  /// Takes a closure, returns at once, and has the closure called soon on some thread.
  public typealias Launch = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let launch: Launch
  // TODO: What must add, suspend, resume and the thread that has run a piece know?

  /// Creates a runner without work, and without a thread.
  ///
  /// When a piece can run, the runner calls `launch`. The launched closure runs pieces and returns when none
  /// is left or the runner is suspended.
  public init(launch: @escaping Launch) {
    self.launch = launch
  }

  /// Adds a piece of work after all others, and returns at once.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    // TODO: Which thread runs it: one that is at work already, or a new one?
  }

  /// Lets no other piece begin until ``resume()``; the running piece finishes.
  public func suspend() {
    // TODO: Which thread checks this, and when?
  }

  /// Lets pieces begin again, however often ``suspend()`` was called.
  public func resume() {
    // TODO: A piece that began before the suspension may still be running.
  }

  /// Removes all pieces that have not begun, and returns their number.
  public func drop() -> Int {
    0
  }
}
