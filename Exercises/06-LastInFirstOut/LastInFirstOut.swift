// Exercise 06: the newest first
//
// A user scrolls through a long list of pictures. The picture that came into view last is downloaded first;
// one that has gone out of view is taken back. A well-known library did it with dependencies, each download
// waiting for the one that was added after it, and ended with a queue that ran one at a time.
// Tried with: swift test --filter Exercise06

import MiniOperations

/// Pieces of work of which the newest begins first, as many at a time as their queue allows.
public final class LastInFirstOut: Sendable {
  /// Stands for one piece of work that was added.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  private let queue: MiniOperationQueue
  // TODO: Where does the work wait that has not begun?

  /// Makes a stack whose work is done on `queue`.
  ///
  /// The queue belongs to others too: their operations begin in the order in which they added them.
  public init(queue: MiniOperationQueue) {
    self.queue = queue
  }

  /// Adds work that begins before all that waits here.
  public func add(_ work: @escaping @Sendable () -> Void) -> Ticket {
    // TODO: The queue decides when something of yours may begin. Must it know then what it will be?
    Ticket(number: 0)
  }

  /// Takes work back before it has begun; returns whether it was still waiting.
  public func takeBack(_ ticket: Ticket) -> Bool {
    // TODO: Work that has begun, or was taken back before, is no longer there.
    false
  }
}
