// Exercise 06: the newest first
//
// A user scrolls through a long list of pictures. The picture that came into view last is downloaded first;
// one that has gone out of view is taken back. A well-known library did it with dependencies, each download
// waiting for the one that was added after it, and ended with a queue that ran one at a time.
// Tried with: swift test --filter Exercise06

import MiniOperations

/// Pieces of work of which the newest begins first, as many at a time as their queue allows.
public final class LastInFirstOut: @unchecked Sendable {
  /// Stands for one piece of work that was added.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  private let queue: MiniOperationQueue
  // Unchecked: the variables are touched while `lock` is held.
  private let lock = RecursiveLock(name: "stack")
  private var works: [Ticket: @Sendable () -> Void] = [:]
  // Includes those that were taken back; they are skipped when their turn comes.
  private var stack: [Ticket] = []
  private var added = 0

  /// Makes a stack whose work is done on `queue`.
  ///
  /// The queue belongs to others too: their operations begin in the order in which they added them.
  public init(queue: MiniOperationQueue) {
    self.queue = queue
  }

  /// Adds work that begins before all that waits here.
  public func add(_ work: @escaping @Sendable () -> Void) -> Ticket {
    let ticket = lock.withLock {
      added += 1
      let ticket = Ticket(number: added)
      stack.append(ticket)
      works[ticket] = work
      return ticket
    }
    queue.addOperation(Turn(of: self))
    return ticket
  }

  /// Takes work back before it has begun; returns whether it was still waiting.
  public func takeBack(_ ticket: Ticket) -> Bool {
    let removed = lock.withLock { works.removeValue(forKey: ticket) }
    return removed != nil
  }

  fileprivate func newest() -> (@Sendable () -> Void)? {
    lock.withLock {
      while let ticket = stack.popLast() {
        if let work = works.removeValue(forKey: ticket) { return work }
      }
      return nil
    }
  }
}

/// One turn: what it does is decided when it comes.
private final class Turn: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let stack: LastInFirstOut

  init(of stack: LastInFirstOut) { self.stack = stack }

  override func main() { stack.newest()?() }
}
