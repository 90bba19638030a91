import Dispatch
import Foundation
import Synchronization

/// Programs whose threads wait for each other.
public enum Waiting {
  private final class Box: @unchecked Sendable {
    let condition = NSCondition()
    var isFull = false
    var taken = 0
  }

  /// Wrong when the flag is looked at before the lock is taken: the signal may come in between, and is lost.
  public static func condition(isRight: Bool) -> Program {
    let box = Box()
    return Program([
      {
        if isRight {
          box.condition.withLock {
            while !box.isFull { box.condition.wait() }
            box.taken += 1
          }
        } else {
          let isFull = box.condition.withLock { box.isFull }
          box.condition.withLock {
            if !isFull { box.condition.wait() }
            box.taken += 1
          }
        }
      },
      {
        box.condition.withLock {
          box.isFull = true
          box.condition.signal()
        }
      },
    ]) { box.taken == 1 }
  }

  /// Wrong when both take what is there for one.
  public static func semaphore(isRight: Bool) -> Program {
    let places = DispatchSemaphore(value: isRight ? 1 : 2)
    let box = Box()
    let enter: @Sendable () -> Void = {
      places.wait()
      let before = box.condition.withLock { box.taken }
      box.condition.withLock { box.taken = before + 1 }
      places.signal()
    }
    return Program([enter, enter]) { box.taken == 2 }
  }

  /// Wrong when two threads take two semaphores in different orders.
  public static func semaphores(isRight: Bool) -> Program {
    let (one, other) = (DispatchSemaphore(value: 1), DispatchSemaphore(value: 1))
    let take: @Sendable (DispatchSemaphore, DispatchSemaphore) -> Void = { first, second in
      first.wait()
      second.wait()
      second.signal()
      first.signal()
    }
    return Program([{ take(one, other) }, { isRight ? take(one, other) : take(other, one) }]) { true }
  }

  /// Wrong when the holder of a lock that is not recursive takes it once more.
  public static func lockTwice(isRight: Bool) -> Program {
    let (lock, recursive) = (NSLock(), NSRecursiveLock())
    return Program([
      {
        if isRight {
          recursive.withLock { recursive.withLock {} }
        } else {
          lock.withLock { lock.withLock {} }
        }
      }, { lock.withLock {} }, { recursive.withLock {} },
    ]) { true }
  }

  /// Wrong when nothing waits for the thread to end.
  public static func thread(isRight: Bool) -> Program {
    let box = Box()
    return Program([
      {
        let ended = DispatchSemaphore(value: 0)
        let worker = Thread {
          box.condition.withLock { box.taken = 1 }
          ended.signal()
        }
        worker.start()
        if isRight { ended.wait() }
        box.condition.withLock { box.isFull = box.taken == 1 }
      }
    ]) { box.isFull }
  }
}
