// Exercise 06: the newest first
//
// You scroll through Album's grid. The thumbnail that appeared last is downloaded first; one that has left
// the screen is taken back. A well-known library did it with dependencies, each download waiting for the one
// that was added after it, and its queue ran one download at a time. You may add members, types and imports.
// Run the tests: swift run course check 6

import MiniOperations

/// A stack of pieces of work: the newest begins first, and as many run at a time as the queue allows.
public final class LastInFirstOut: Sendable {
  /// Identifies one piece of work that was added.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  private let queue: MiniOperationQueue
  // TODO: Where do pieces wait that have not begun?

  /// Creates a stack whose pieces run in `queue`.
  ///
  /// Others use the queue too; their operations begin in the order in which they were added.
  public init(queue: MiniOperationQueue) {
    self.queue = queue
  }

  /// Adds a piece of work, which begins before all older ones that wait.
  public func add(_ work: @escaping @Sendable () -> Void) -> Ticket {
    // TODO: The queue decides when one of your pieces may begin. When must you know which one?
    Ticket(number: 0)
  }

  /// Removes a piece that has not begun; returns whether it was still waiting.
  public func takeBack(_ ticket: Ticket) -> Bool {
    // TODO: A piece that has begun, or was taken back before, is no longer waiting.
    false
  }
}
