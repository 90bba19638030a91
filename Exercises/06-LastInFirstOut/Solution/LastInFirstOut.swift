// Exercise 06: the newest first
//
// A user scrolls through a long list of pictures. The picture that appeared last is downloaded first; one
// that has left the screen is taken back. A well-known library did it with dependencies, each download
// waiting for the one that was added after it, and its queue ran one download at a time. Run the tests: swift
// run course check 6

import MiniOperations
import Synchronization

/// A stack of pieces of work: the newest begins first, and as many run at a time as the queue allows.
public final class LastInFirstOut: Sendable {
  /// Identifies one piece of work that was added.
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

  /// Creates a stack whose pieces run in `queue`.
  ///
  /// Others use the queue too; their operations begin in the order in which they were added.
  public init(queue: MiniOperationQueue) {
    self.queue = queue
  }

  /// Adds a piece of work, which begins before all older ones that wait.
  public func add(_ work: @escaping @Sendable () -> Void) -> Ticket {
    let ticket = waiting.withLock { waiting in
      waiting.added += 1
      let ticket = Ticket(number: waiting.added)
      waiting.works.append((ticket, work))
      return ticket
    }
    // The queue gets a placeholder: which piece it runs is decided when it begins.
    queue.addOperation { self.runNewest() }
    return ticket
  }

  /// Removes a piece that has not begun; returns whether it was still waiting.
  public func takeBack(_ ticket: Ticket) -> Bool {
    // The thread that removes it owns it. Its placeholder stays in the queue, and the last one finds no
    // piece.
    let removed = waiting.withLock { waiting -> (@Sendable () -> Void)? in
      guard let place = waiting.works.lastIndex(where: { $0.ticket == ticket }) else { return nil }
      return waiting.works.remove(at: place).work
    }
    // Released without the lock: the `deinit` of an object that the piece holds may call the stack.
    return removed != nil
  }

  private func runNewest() {
    let newest = waiting.withLock { $0.works.popLast() }
    // Called without the lock: the next placeholder may begin while this piece runs.
    newest?.work()
  }
}
