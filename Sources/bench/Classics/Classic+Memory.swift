import Explorer
import Foundation
import Synchronization

// Variables that threads share, and locks that do not cover every use.

extension Classic {
  static let memory = [
    Classic("lost update", repair: "one lock around reading and writing") { stage, isRight in
      let (lock, balance) = (NSLock(), Shared(100, "balance"))
      for amount in [30, 50] {
        stage.thread("withdraw \(amount)") { lock.withLock(if: isRight) { balance.value -= amount } }
      }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    },
    Classic("check, then act", repair: "one critical section for both") { stage, isRight in
      let seats = Mutex(1)
      for name in ["Ann", "Ben"] {
        stage.thread(name) {
          if isRight {
            seats.withLock { if $0 > 0 { $0 -= 1 } }
          } else if seats.withLock({ $0 > 0 }) {
            seats.withLock { $0 -= 1 }
          }
        }
      }
      stage.finally { stage.expect(seats.withLock { $0 } == 0, "the last seat is sold once") }
    },
    Classic("torn pair", repair: "both halves in one critical section") { stage, isRight in
      let pair = Mutex((left: 0, right: 0))
      stage.thread("writer") {
        if isRight {
          pair.withLock { $0 = (1, 1) }
        } else {
          pair.withLock { $0.left = 1 }
          pair.withLock { $0.right = 1 }
        }
      }
      stage.thread("reader") {
        pair.withLock { stage.expect($0.left == $0.right, "the halves belong together") }
      }
    },
    Classic("money in flight", repair: "both accounts locked during the transfer") { stage, isRight in
      let (left, right) = (NSLock(), NSLock())
      let (mine, yours) = (Shared(100, "mine"), Shared(0, "yours"))
      stage.thread("transfer") {
        left.lock()
        mine.value -= 10
        if !isRight { left.unlock() }
        right.withLock { yours.value += 10 }
        if isRight { left.unlock() }
      }
      stage.thread("audit") {
        left.withLock {
          right.withLock { stage.expect(mine.value + yours.value == 100, "no money is lost") }
        }
      }
    },
    Classic("reader that locks nothing", repair: "a lock for reading too") { stage, isRight in
      let (lock, value) = (NSLock(), Shared(0, "value"))
      stage.thread("writer") {
        lock.withLock {
          value.value = -1
          value.value = 1
        }
      }
      stage.thread("reader") {
        lock.withLock(if: isRight) { stage.expect(value.value >= 0, "what is half done is not seen") }
      }
    },
  ]
}

extension NSLock {
  /// Runs `body`, and holds the lock meanwhile only where that is wanted.
  func withLock(if isWanted: Bool, _ body: () -> Void) {
    if isWanted { withLock(body) } else { body() }
  }
}
