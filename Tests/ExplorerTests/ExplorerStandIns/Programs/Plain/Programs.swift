import Dispatch
import Foundation
import Synchronization

// Programs as anyone writes them, for the platform's own locks. They are compiled twice: as they are, and
// beside the given file that makes their locks visible. Nothing here knows of the Explorer.

/// A program of several threads, and whether it came to what it should.
public struct Program: Sendable {
  /// What its threads do.
  public let threads: [@Sendable () -> Void]
  /// Whether it has come to what it should.
  public let isRight: @Sendable () -> Bool

  init(_ threads: [@Sendable () -> Void], isRight: @escaping @Sendable () -> Bool) {
    self.threads = threads
    self.isRight = isRight
  }
}

/// Programs that share a number behind one sort of lock.
public enum Counting {
  private final class MutexCounter: Sendable {
    let value = Mutex(0)

    func addInTwo() {
      let before = value.withLock { $0 }
      value.withLock { $0 = before + 1 }
    }

    func add() { value.withLock { $0 += 1 } }
  }

  /// Wrong when the value is read in one critical section and written in another.
  public static func mutex(isRight: Bool) -> Program {
    let counter = MutexCounter()
    let add: @Sendable () -> Void = { if isRight { counter.add() } else { counter.addInTwo() } }
    return Program([add, add]) { counter.value.withLock { $0 } == 2 }
  }

  private final class AtomicCounter: Sendable {
    let value = Atomic<Int>(0)

    func addInTwo() { value.store(value.load(ordering: .relaxed) + 1, ordering: .relaxed) }

    func add() {
      var seen = value.load(ordering: .relaxed)
      while true {
        let (isDone, found) = value.compareExchange(
          expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
        if isDone { return }
        seen = found
      }
    }
  }

  /// Wrong when the value is read and written in two operations.
  public static func atomic(isRight: Bool) -> Program {
    let counter = AtomicCounter()
    let add: @Sendable () -> Void = { if isRight { counter.add() } else { counter.addInTwo() } }
    return Program([add, add]) { counter.value.load(ordering: .sequentiallyConsistent) == 2 }
  }

  /// Ordinary memory, which only a lock protects.
  private final class Number: @unchecked Sendable {
    var value = 0
  }

  /// Wrong when the threads use two different locks, and so none in common.
  public static func twoLocks(isRight: Bool) -> Program {
    let number = Number()
    let log = NSLock()
    let (one, other) = (NSLock(), NSLock())
    let add: @Sendable (NSLock) -> Void = { lock in
      lock.withLock {
        let before = number.value
        // Something that others do too, as calls on the way often do.
        log.withLock {}
        number.value = before + 1
      }
    }
    return Program([{ add(one) }, { add(isRight ? one : other) }]) { number.value == 2 }
  }
}
