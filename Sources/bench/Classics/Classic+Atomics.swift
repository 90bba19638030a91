import Dispatch
import Explorer
import Synchronization

// Atomic operations: each is indivisible, and two in succession are not.

extension Classic {
  static let atomics = [
    Classic("counter read and stored", repair: "addition as one operation") { stage, isRight in
      let count = Atomic<Int>(0)
      for name in ["A", "B"] {
        stage.thread(name) {
          if isRight {
            count.add(1, ordering: .relaxed)
          } else {
            count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
          }
        }
      }
      stage.finally { stage.expect(count.load(ordering: .relaxed) == 2, "both have counted") }
    },
    Classic("flag before the data", repair: "the data first") { stage, isRight in
      let data = Shared(0, "data")
      let isReady = Atomic<Bool>(false)
      stage.thread("writer") {
        if isRight { data.value = 42 }
        isReady.store(true, ordering: .releasing)
        if !isRight { data.value = 42 }
      }
      stage.thread("reader") {
        if isReady.load(ordering: .acquiring) { stage.expect(data.value == 42, "what is ready is there") }
      }
    },
    Classic("flag that publishes nothing", repair: "releasing and acquiring") { stage, isRight in
      let data = Shared(0, "data")
      let isReady = Atomic<Bool>(false)
      stage.thread("writer") {
        data.value = 42
        if isRight {
          isReady.store(true, ordering: .releasing)
        } else {
          isReady.store(true, ordering: .relaxed)
        }
      }
      stage.thread("reader") {
        if isRight ? isReady.load(ordering: .acquiring) : isReady.load(ordering: .relaxed) {
          stage.expect(data.value == 42, "the data is there")
        }
      }
    },
    Classic("spin lock that checks, then takes", repair: "checking and taking in one exchange") {
      stage, isRight in
      let isTaken = Atomic<Bool>(false)
      let inside = Atomic<Int>(0)
      for name in ["A", "B"] {
        stage.thread(name) {
          if isRight {
            if isTaken.exchange(true, ordering: .acquiring) { return }
          } else {
            if isTaken.load(ordering: .acquiring) { return }
            isTaken.store(true, ordering: .relaxed)
          }
          stage.expect(inside.add(1, ordering: .relaxed).newValue == 1, "one thread is inside")
          inside.subtract(1, ordering: .relaxed)
          isTaken.store(false, ordering: .releasing)
        }
      }
    },
    Classic("pair without a second check", repair: "the version is compared at the end") { stage, isRight in
      let version = Atomic<Int>(0)
      let left = Atomic<Int>(0)
      let right = Atomic<Int>(0)
      stage.thread("writer") {
        version.add(1, ordering: .acquiringAndReleasing)
        left.store(1, ordering: .releasing)
        right.store(1, ordering: .releasing)
        version.add(1, ordering: .acquiringAndReleasing)
      }
      stage.thread("reader") {
        let before = version.load(ordering: .acquiring)
        let pair = (left.load(ordering: .acquiring), right.load(ordering: .acquiring))
        let isValid = before % 2 == 0 && version.load(ordering: .acquiring) == before
        if isValid || !isRight { stage.expect(pair.0 == pair.1, "the halves belong together") }
      }
    },
    Classic("stack whose top returns (ABA)", repair: "a version next to the top") { stage, isRight in
      let stack = Stack(isVersioned: isRight)
      let (mine, yours) = (Kept(), Kept())
      stage.thread("A") { mine.elements = [stack.pop()] }
      stage.thread("B") {
        yours.elements = [stack.pop(), stack.pop()]
        stack.push(yours.elements.removeFirst())
      }
      stage.finally {
        let all = stack.elements + mine.elements + yours.elements
        stage.expect(all.sorted() == [0, 1, 2], "each element is there once")
      }
    },
    Classic("device stopped in use", repair: "counting before checking") { stage, isRight in
      let isStopping = Atomic<Bool>(false)
      let isStopped = Atomic<Bool>(false)
      let idle = DispatchSemaphore(value: 0)
      let users = Atomic<Int>(1)
      let leave: @Sendable () -> Void = {
        if users.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { idle.signal() }
      }
      stage.thread("user") {
        if isRight { users.add(1, ordering: .relaxed) }
        if !isStopping.load(ordering: .acquiring) {
          if !isRight { users.add(1, ordering: .relaxed) }
          stage.expect(!isStopped.load(ordering: .acquiring), "a device in use runs")
          if !isRight { leave() }
        }
        if isRight { leave() }
      }
      stage.thread("stop") {
        isStopping.store(true, ordering: .releasing)
        leave()
        idle.wait()
        isStopped.store(true, ordering: .releasing)
      }
    },
  ]
}

/// A stack of three elements without a lock: the top is an element's number, with a version in front or
/// without.
private final class Stack: Sendable {
  private let isVersioned: Bool
  private let top = Atomic<Int>(0)
  /// What stands below each element; 3 for the end.
  private let below = [Number(1), Number(2), Number(3)]

  init(isVersioned: Bool) { self.isVersioned = isVersioned }

  /// Takes the top element; there are as many as the threads take in all.
  func pop() -> Int {
    while true {
      let seen = top.load(ordering: .acquiring)
      let next = below[seen % 4].value.load(ordering: .relaxed)
      if replaceTop(seen, by: next) { return seen % 4 }
    }
  }

  func push(_ element: Int) {
    while true {
      let seen = top.load(ordering: .acquiring)
      below[element].value.store(seen % 4, ordering: .relaxed)
      if replaceTop(seen, by: element) { return }
    }
  }

  private func replaceTop(_ seen: Int, by element: Int) -> Bool {
    let version = isVersioned ? seen / 4 + 1 : 0
    return top.compareExchange(
      expected: seen, desired: version * 4 + element, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// The elements from the top down.
  var elements: [Int] {
    var all: [Int] = []
    var next = top.load(ordering: .relaxed) % 4
    while next < 3, all.count < 4 {
      all.append(next)
      next = below[next].value.load(ordering: .relaxed)
    }
    return all
  }
}

/// What one thread has taken.
private final class Kept: @unchecked Sendable {
  // Unchecked: one thread uses it, and the check when all have ended.
  var elements: [Int] = []
}

private final class Number: Sendable {
  let value: Atomic<Int>

  init(_ value: Int) { self.value = Atomic(value) }
}
