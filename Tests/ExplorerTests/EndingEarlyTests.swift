import Foundation
import Synchronization
import Terminal
import Testing

@testable import Explorer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What ends an exploration early, and what is printed then.
@Suite struct `Ending early` {
  @Test func `Ctrl-C ends the process as always, after the summary`() async throws {
    let result = await #expect(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
      let search = Search(
        EndingEarly.large(pressingAt: 50), Settings(), interruption: Interruption(isPerson: true))
      search.directing { _ = search.explore() }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(#/\? large: \d+ schedules, then Ctrl-C: nothing found so far, nothing proven/#),
      "\(output)")
  }

  @Test func `A search ends when its time is over, and names the bound that it has completed`() {
    var settings = Settings(.exhaustive(preemptions: 8))
    (settings.time, settings.findsDataRaces) = (.seconds(1), false)
    let exploration = Explorer.explore(EndingEarly.large(pressingAt: 0), settings)
    guard case .notProven(.time(let completed)) = exploration.verdict else {
      Issue.record("\(exploration)")
      return
    }
    let text = exploration.verdict.words("1 schedule")
    #expect(text.hasPrefix("1 schedule, then the time was over: nothing found so far, nothing proven"))
    #expect(completed.map { text.hasSuffix("all orders with \($0.words) were tried") } ?? true)
    #expect(!exploration.passed)
  }

  @Test func `SIGTERM ends the process after the summary, even if it comes twice`() async throws {
    let result = await #expect(processExitsWith: .signal(SIGTERM), observing: [\.standardErrorContent]) {
      let search = Search(EndingEarly.large(pressingAt: 600, count: 5, SIGTERM), Settings())
      search.directing { _ = search.explore() }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        #/\? large: \d+ schedules, then SIGTERM: nothing .* all orders with at most \d preemptions? .*were tried/#
      ),
      "\(output)")
  }

  @Test func `Where there is no terminal, a line is printed now and then`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (often, seldom) = (
        ProgressLine(withoutTerminalEvery: .zero), ProgressLine(withoutTerminalEvery: .seconds(10_000))
      )
      for line in [often, seldom, ProgressLine()] { line.show("12 schedules") }
    }
    #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self) == "12 schedules\n")
  }

  @Test func `Ctrl-C after a failure was found prints its token`() async throws {
    let result = await #expect(processExitsWith: .signal(SIGINT), observing: [\.standardErrorContent]) {
      let scenario = Scenario("failing") { stage in
        stage.thread("A") { stage.expect(false, "nothing fails") }
      }
      let search = Search(scenario, Settings(), interruption: Interruption(isPerson: true))
      search.directing {
        let (found, schedules, verdict) = search.explore()
        EndingEarly.pressHere()
        _ = search.report(found, schedules, verdict)
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Rule broken: nothing fails"), "\(output)")
    let token = try #require(output.split(separator: "\n").first { $0.hasPrefix("replay: ") })
    let replayed = Explorer.replay(
      String(token),
      Scenario("failing") { stage in stage.thread("A") { stage.expect(false, "nothing fails") } })
    #expect(replayed.finding?.message == "Rule broken: nothing fails")
  }

  @Test func `When no exploration runs, Ctrl-C is what it was before`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGINT) { _ in exit(7) }
      let search = Search(
        Scenario("short") { stage in stage.thread("A") {} }, Settings(),
        interruption: Interruption(isPerson: true))
      search.directing { _ = search.explore() }
      kill(getpid(), SIGINT)
      // The handler runs on another thread and ends the process; if it does not, the exit code says so.
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60)
    }
  }

  @Test func `A second Ctrl-C ends the process at once`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      let scenario = Scenario("pressed twice") { _ in
        EndingEarly.pressHere()
        EndingEarly.pressHere()
        exit(9)
      }
      let search = Search(scenario, Settings(), interruption: Interruption(isPerson: true))
      search.directing { _ = search.explore() }
    }
  }

  @Test func `A trap ends the process after the report of its schedule`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Explorer.explore("trap") { stage in
        let count = Shared(0, "count")
        stage.thread("A") { count.value = 1 }
        stage.thread("B") { precondition(count.value == 0, "it is not zero") }
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(#/\n✘ trap: \d+ schedules? until it failed\nTrap: 'B' stops the process/#), "\(output)")
    #expect(output.contains(#/1 +write count 1[^\n]*\n +2 +read count → 1\n\nreplay: /#), "\(output)")
  }

  @Test func `A scenario that keeps memory is noticed long before the machine is full`() {
    var settings = Settings(.exhaustive(preemptions: nil))
    settings.maxMemoryGrowth = 64 << 20
    settings.skipsEquivalent = false
    let kept = Mutex<[[UInt8]]>([])
    let exploration = Explorer.explore("hoard", settings) { stage in
      let count = Shared(0, "count")
      // No more than 400 MB, should it go unnoticed.
      kept.withLock { if $0.count < 6_400 { $0.append([UInt8](repeating: 1, count: 1 << 16)) } }
      for name in ["A", "B", "C"] { stage.thread(name) { for _ in 1...4 { count.value += 1 } } }
    }
    #expect(exploration.finding?.kind == .growingMemory, "\(exploration)")
    #expect(
      exploration.finding?.message.contains("the scenario keeps memory from one run to the next") == true)
    #expect(!exploration.passed)
  }

  @Test func `What a scenario keeps counts from the beginning, not from the first look at it`() {
    // Each look finds more than this. One may be a single schedule's, so it takes two.
    var watch = MemoryWatch(limit: .min / 2)
    #expect([1, 2].map { watch.hasGrown(after: $0) } == [false, true])
  }
}

enum EndingEarly {
  /// Presses Ctrl-C; the handler has run when this returns, also where the calling thread has blocked
  /// signals.
  static func pressHere() {
    var pressed = sigset_t()
    sigemptyset(&pressed)
    sigaddset(&pressed, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &pressed, nil)
    raise(SIGINT)
  }

  /// Has more orders than anything can try, and presses Ctrl-C in one of its first, or sends SIGTERM twice.
  static func large(pressingAt run: Int, count steps: Int = 20, _ signal: Int32 = SIGINT) -> Scenario {
    let counter = Counter()
    return Scenario("large") { stage in
      if counter.runs.add(1, ordering: .relaxed).newValue == run {
        kill(getpid(), signal)
        if signal == SIGTERM {
          while !Interruption().isRequested { sched_yield() }
          kill(getpid(), signal)
        }
      }
      let count = Shared(0, "count")
      for name in ["A", "B", "C"] { stage.thread(name) { for _ in 1...steps { count.value += 1 } } }
    }
  }

  private final class Counter: Sendable {
    let runs = Atomic<Int>(0)
  }
}
