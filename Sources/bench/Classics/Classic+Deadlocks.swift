import Explorer
import Foundation

// Threads that acquire locks in an order in which they block each other.

extension Classic {
  static let deadlocks = [
    Classic("two locks in two orders", repair: "one order") { stage, isRight in
      let (left, right) = (NSLock(), NSLock())
      stage.thread("A") { left.withLock { right.withLock {} } }
      stage.thread("B") {
        let (first, second) = isRight ? (left, right) : (right, left)
        first.withLock { second.withLock {} }
      }
    },
    Classic("three philosophers", repair: "one begins at the other side") { stage, isRight in
      philosophers(stage, 3, isRight: isRight)
    },
    Classic("twenty philosophers", repair: "one begins at the other side", isSmall: false) { stage, isRight in
      philosophers(stage, 20, isRight: isRight)
    },
    Classic("observer called under the lock", repair: "calling it after unlocking") { stage, isRight in
      let (lock, view) = (NSLock(), NSLock())
      stage.thread("model changes") {
        lock.lock()
        if isRight { lock.unlock() }
        // The observer draws.
        view.withLock {}
        if !isRight { lock.unlock() }
      }
      stage.thread("view asks") { view.withLock { lock.withLock {} } }
    },
    Classic("lock taken again by its holder", repair: "a recursive lock") { stage, isRight in
      let (plain, recursive) = (NSLock(), NSRecursiveLock())
      stage.thread("A") {
        if isRight {
          recursive.withLock { recursive.withLock {} }
        } else {
          plain.withLock { plain.withLock {} }
        }
      }
      stage.thread("B") { if isRight { recursive.withLock {} } else { plain.withLock {} } }
    },
    Classic("lock held while waiting for a signal", repair: "unlocking first") { stage, isRight in
      let (lock, done) = (NSLock(), DispatchSemaphore(value: 0))
      stage.thread("waits") {
        lock.lock()
        if isRight { lock.unlock() }
        done.wait()
        if !isRight { lock.unlock() }
      }
      stage.thread("signals") {
        lock.withLock {}
        done.signal()
      }
    },
    Classic("reader that becomes a writer", repair: "leaving before entering again") { stage, isRight in
      let (bell, readers) = (NSCondition(), Shared(0, "readers"))
      for name in ["A", "B"] {
        stage.thread(name) {
          bell.withLock { readers.value += 1 }
          bell.withLock {
            if isRight { readers.value -= 1 }
            bell.broadcast()
            while readers.value > (isRight ? 0 : 1) { bell.wait() }
            if !isRight { readers.value -= 1 }
            bell.broadcast()
          }
        }
      }
    },
  ]

  private static func philosophers(_ stage: Stage, _ count: Int, isRight: Bool) {
    let forks = (0..<count).map { _ in NSLock() }
    for number in 0..<count {
      let (left, right) = (forks[number], forks[(number + 1) % count])
      let (first, second) = isRight && number == count - 1 ? (right, left) : (left, right)
      stage.thread("\(number)") { first.withLock { second.withLock {} } }
    }
  }
}
