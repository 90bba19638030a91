import Explorer
import MiniOperations
import Synchronization
import Testing

/// A schedule is run again as a check; real differences are reported, and nothing else is.
@Suite struct `Runs of one schedule` {
  @Test func `Sets and dictionaries are written in one order, so that two runs have the same rows`() throws {
    let exploration = Explorer.explore("collections") { stage in
      let (numbers, names) = (Shared(Set(1...12), "numbers"), Shared([1: "one", 2: "two"], "names"))
      stage.thread("A") {
        numbers.value.remove(3)
        names.value = [3: "three", 1: "one", 2: "two"]
        stage.expect(false, "it fails")
      }
    }
    #expect(exploration.finding?.kind == .failedCheck, "\(exploration)")
    #expect(
      exploration.table?.steps.last == #"A: write names [1: "one", 2: "two", 3: "three"]"#, "\(exploration)")
  }

  @Test func `A passing schedule that takes another path is not called a failure`() throws {
    let runs = Mutex(0)
    let exploration = Explorer.explore("label") { stage in
      let (count, number) = (
        Shared(0, "count"),
        runs.withLock {
          $0 += 1; return $0
        }
      )
      stage.thread("A") { point("run \(number)") }
      stage.thread("B") { _ = count.value }
    }
    #expect(exploration.finding?.kind == .nondeterminism)
    #expect(
      exploration.finding?.message.contains(" passed, and was run again to make sure: run 1 did “A: run ")
        == true, "\(exploration)")
  }

  @Test func `State that one run leaves for the next is not reported as a broken rule`() {
    // The platform's, which shows no value in a row.
    let kept = Mutex(0)
    let exploration = Explorer.explore("kept") { stage in
      let lock = RecursiveLock(name: "lock")
      for name in ["A", "B"] {
        stage.thread(name) {
          lock.withLock { kept.withLock { $0 += 1 } }
          lock.withLock { stage.expect(kept.withLock { $0 } < 40, "less than 40") }
        }
      }
    }
    #expect(exploration.finding?.kind == .nondeterminism, "\(exploration)")
    #expect(
      exploration.finding?.message.hasPrefix("The scenario keeps something from one run to the next") == true)
    #expect(exploration.token == nil)
  }
}
