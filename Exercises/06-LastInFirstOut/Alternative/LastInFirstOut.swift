// Exercise 06: the newest first
//
// A user scrolls through a long list of pictures. The picture that appeared last is downloaded first; one
// that has left the screen is taken back. A well-known library did it with dependencies, each download
// waiting for the one that was added after it, and its queue ran one download at a time. Run the tests: swift
// run course check 6

import MiniOperations

/// A stack of pieces of work: the newest begins first, and as many run at a time as the queue allows.
public final class LastInFirstOut: @unchecked Sendable {
  /// Identifies one piece of work that was added.
  public struct Ticket: Hashable, Sendable {
    let number: Int
  }

  private let queue: MiniOperationQueue
  // Unchecked: the variables are touched while `lock` is held.
  private let lock = RecursiveLock(name: "stack")
  private var works: [Ticket: @Sendable () -> Void] = [:]
  // Includes those that were taken back; they are skipped.
  private var stack: [Ticket] = []
  private var added = 0

  /// Creates a stack whose pieces run in `queue`.
  ///
  /// Others use the queue too; their operations begin in the order in which they were added.
  public init(queue: MiniOperationQueue) {
    self.queue = queue
  }

  /// Adds a piece of work, which begins before all older ones that wait.
  public func add(_ work: @escaping @Sendable () -> Void) -> Ticket {
    let ticket = lock.withLock {
      added += 1
      let ticket = Ticket(number: added)
      stack.append(ticket)
      works[ticket] = work
      return ticket
    }
    queue.addOperation(Placeholder(of: self))
    return ticket
  }

  /// Removes a piece that has not begun; returns whether it was still waiting.
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

/// Stands in the queue for a piece that is chosen when this operation begins.
private final class Placeholder: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let stack: LastInFirstOut

  init(of stack: LastInFirstOut) { self.stack = stack }

  override func main() { stack.newest()?() }
}
