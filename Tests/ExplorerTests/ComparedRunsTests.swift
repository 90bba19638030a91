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
    let all = "[1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9]"
    #expect(exploration.table?.steps.first == "A: read numbers → \(all)", "\(exploration)")
    #expect(
      exploration.table?.steps.last == #"A: write names [1: "one", 2: "two", 3: "three"]"#, "\(exploration)")
  }

  @Test(arguments: [
    ["[1, 2]", "[2, 1]"], ["12", "21"], ["[1, 2] of 12", "[2, 1] of 21"], ["[1, 22]", "[2, 12]"],
  ])
  func `A text that lists the same in another order, as a set does, makes no difference, another text does`(
    texts: [String]
  ) {
    let runs = Mutex(0)
    let exploration = Explorer.explore("another text") { stage in
      let text = runs.withLock { runs in
        runs += 1
        return texts[runs % 2]
      }
      let numbers = Shared(text, "numbers")
      stage.thread("A") { stage.expect(numbers.value.isEmpty, "nothing, instead of \(text)") }
    }
    let isList = texts[0] == "[1, 2]"
    #expect(exploration.finding?.kind == (isList ? .failedCheck : .nondeterminism), "\(exploration)")
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

  @Test func `A scenario that changes after the first runs is found out`() {
    var settings = Settings()
    (settings.skipsEquivalent, settings.findsDataRaces) = (false, false)
    let runs = Mutex(0)
    let exploration = Explorer.explore("changes later", settings) { stage in
      // In the middle of the third round, which has the most schedules.
      let isLate = runs.withLock { runs in
        runs += 1
        return runs > 40
      }
      let count = Shared(0, "count")
      for name in ["A", "B"] {
        stage.thread(name) {
          if isLate { _ = count.value }
          for _ in 1...3 { count.value += 1 }
        }
      }
    }
    #expect(exploration.finding?.kind == .nondeterminism, "\(exploration)")
  }

  @Test func `What a run leaves does not hide a failure of another kind`() {
    let kept = Mutex(0)
    let exploration = Explorer.explore("kept, and thrown") { stage in
      let flag = Shared(false, "flag")
      let runs = kept.withLock { kept in
        kept += 1
        return kept
      }
      stage.thread("A") {
        if flag.value { throw CancellationError() }
        // The first runs go well; what follows after the failure does not.
        stage.expect(runs < 10, "less than ten runs")
      }
      stage.thread("B") { flag.value = true }
    }
    #expect(exploration.finding?.kind == .thrownError, "\(exploration)")
  }

  @Test func `A thread that outlives the schedule is named, though it disturbs the next`() {
    let outside = Outside()
    let exploration = Explorer.explore("endless in one order") { stage in
      let flag = Shared(false, "flag")
      stage.thread("A") { if flag.value { outside.thread.post {} } }
      stage.thread("B") { flag.value = true }
    }
    #expect(exploration.finding?.kind == .endlessThread, "\(exploration)")
  }
}

/// Holds a thread that no scenario releases.
private final class Outside: Sendable {
  let thread = RunLoopThread(name: "never stopped")
}
