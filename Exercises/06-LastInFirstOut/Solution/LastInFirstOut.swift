// Exercise 06: the newest first
//
// A user scrolls through a long list of pictures. The picture that came into view last is downloaded first;
// one that has gone out of view is taken back. A well-known library did it with dependencies, each download
// waiting for the one that was added after it, and ended with a queue that ran one at a time.
// Tried with: swift test --filter Exercise06

import MiniOperations
import Synchronization

/// Pieces of work of which the newest begins first, as many at a time as their queue allows.
public final class LastInFirstOut: Sendable {
  /// Stands for one piece of work that was added.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  private struct Waiting {
    var works: [(ticket: Ticket, work: @Sendable () -> Void)] = []
    var added = 0
  }

  private let queue: MiniOperationQueue
  // The newest is last, where an array is quick.
  private let waiting = Mutex(Waiting())

  /// Makes a stack whose work is done on `queue`.
  ///
  /// The queue belongs to others too: their operations begin in the order in which they added them.
  public init(queue: MiniOperationQueue) {
    self.queue = queue
  }

  /// Adds work that begins before all that waits here.
  public func add(_ work: @escaping @Sendable () -> Void) -> Ticket {
    let ticket = waiting.withLock { waiting in
      waiting.added += 1
      let ticket = Ticket(number: waiting.added)
      waiting.works.append((ticket, work))
      return ticket
    }
    // The queue holds a turn and not the work: which work it does is decided when it begins.
    queue.addOperation { self.takeTurn() }
    return ticket
  }

  /// Takes work back before it has begun; returns whether it was still waiting.
  public func takeBack(_ ticket: Ticket) -> Bool {
    // The thread that removes it owns it. Its turn stays in the queue, and the last turn finds nothing to do.
    let removed = waiting.withLock { waiting -> (@Sendable () -> Void)? in
      guard let place = waiting.works.lastIndex(where: { $0.ticket == ticket }) else { return nil }
      return waiting.works.remove(at: place).work
    }
    // Released without the lock: the `deinit` of an object that the work holds may call the stack.
    return removed != nil
  }

  private func takeTurn() {
    let newest = waiting.withLock { $0.works.popLast() }
    // Called without the lock: the next turn may come while this work is done.
    newest?.work()
  }
}
