import Explorer
import Foundation

// Programs that measure a search: few of their very many orders fail.

extension Classic {
  static let benchmarks = [
    Classic("reorder, 4 threads", repair: "one lock around both variables") { stage, isRight in
      reorder(stage, 3, isRight: isRight)
    },
    Classic("reorder, 20 threads", repair: "one lock around both variables", isSmall: false) {
      stage, isRight in
      reorder(stage, 19, isRight: isRight)
    },
    Classic("two stages, 3 threads", repair: "one lock around both stages") { stage, isRight in
      twoStages(stage, 2, isRight: isRight)
    },
    Classic("two stages, 50 threads", repair: "one lock around both stages", isSmall: false) {
      stage, isRight in
      twoStages(stage, 49, isRight: isRight)
    },
    Classic("wrong lock, 4 threads", repair: "the same lock everywhere") { stage, isRight in
      let (right, wrong, value) = (NSLock(), NSLock(), Shared(0, "value"))
      stage.thread("adds") {
        right.withLock {
          let before = value.value
          value.value += 1
          stage.expect(value.value == before + 1, "nothing comes between")
        }
      }
      for number in 1...3 {
        stage.thread("\(number)") { (isRight ? right : wrong).withLock { value.value += 1 } }
      }
    },
  ]

  private static func reorder(_ stage: Stage, _ setters: Int, isRight: Bool) {
    let (lock, one, other) = (NSLock(), Shared(0, "one"), Shared(0, "other"))
    for number in 0..<setters {
      stage.thread("\(number)") {
        lock.withLock(if: isRight) {
          one.value = 1
          other.value = -1
        }
      }
    }
    stage.thread("looks") {
      lock.withLock(if: isRight) {
        let pair = (one.value, other.value)
        stage.expect(pair == (0, 0) || pair == (1, -1), "both are set, or neither")
      }
    }
  }

  private static func twoStages(_ stage: Stage, _ writers: Int, isRight: Bool) {
    let (first, second, whole) = (NSLock(), NSLock(), NSLock())
    let (one, other) = (Shared(0, "one"), Shared(0, "other"))
    for number in 0..<writers {
      stage.thread("\(number)") {
        whole.withLock(if: isRight) {
          first.withLock { one.value = 1 }
          second.withLock { other.value = 2 }
        }
      }
    }
    stage.thread("looks") {
      whole.withLock(if: isRight) {
        guard first.withLock({ one.value == 1 }) else { return }
        stage.expect(second.withLock { other.value == 2 }, "the second stage follows the first")
      }
    }
  }
}
