// Exercise 07: one at a time, and a pause between two
//
// Thread 1 counts to 9999, then Thread 2, then Thread 3. While the first one counts, a caller suspends the
// runner. Thread 1 counts on to its end, because nothing can stop it from outside; Threads 2 and 3 wait
// until the runner is resumed.
// Tried with: swift test --filter Exercise07

import MiniOperations

/// Does pieces of work one after the other, in the order in which they were added.
public final class SerialRunner: Sendable {
  /// Has a closure called on some thread, soon, and returns at once.
  public typealias Launch = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let launch: Launch
  // TODO: What must be known on add, suspend and resume, and when a piece has ended?

  /// Makes a runner that has nothing to do.
  ///
  /// It has no thread. When there is work it uses `launch`, and gives the thread back when it has none or
  /// is suspended.
  public init(launch: @escaping Launch) {
    self.launch = launch
  }

  /// Adds a piece of work behind all others, and returns at once.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    // TODO: Which thread does it: one that is at work already, or one to be launched?
  }

  /// Lets no other piece begin until ``resume()``; the one that runs continues to its end.
  public func suspend() {
    // TODO: Which thread checks this, and when?
  }

  /// Lets pieces begin again, however often the runner was suspended.
  public func resume() {
    // TODO: There may be a piece that still runs since before the suspension.
  }

  /// Forgets all pieces that have not begun; returns how many they were.
  public func drop() -> Int {
    0
  }
}
