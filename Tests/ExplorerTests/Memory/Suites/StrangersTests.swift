#if os(Linux)
  import Explorer
  import SightPrograms
  import Synchronization
  import Testing

  @Suite struct `Programs that strangers wrote` {
    private typealias Programs = StrangersPrograms

    @Test(
      "A right program is proven",
      arguments: [
        ("who waits for a work item comes after it", Programs.itemIsAwaited),
        ("who waits for a performed item comes after it", Programs.itemIsPerformed),
        ("what follows a performed item comes after it", Programs.performedItemNotifies),
        ("what follows an item comes after it on a busy queue", Programs.itemNotifiesBusyQueue),
        ("tasks in a chain", Programs.tasksInChain),
        ("the first one makes the object", Programs.lazyReference),
        ("a queue knows itself", Programs.queueKnowsItself),
        ("a handler and an answer agree under a lock", Programs.bridge),
        ("tasks of the platform are awaited", Programs.tasksAreAwaited),
        ("an actor starts tasks", Programs.actorStartsTasks),
        ("groups wait for their children", Programs.groupsWait),
        ("a task resumes one whose handler is paused", Programs.waiterIsCancelled),
        ("a spin lock yields", Programs.spinLock),
        ("a spin lock exchanges", Programs.exchange),
        ("memory is released under a lock", Programs.memoryIsGuarded),
        ("a property list is written under a lock", Programs.propertyList),
      ])
    func isProven(name: String, program: @escaping @Sendable (Stage) throws -> Void) {
      let exploration = Explorer.explore(Scenario(name, program))
      #expect(exploration.passed, "\(exploration)")
    }

    @Test func `A Mutex of a module that is not seen is no misuse beside one that is`() {
      final class UnseenSum: Sendable { let value = Mutex(0) }
      let exploration = Explorer.explore("two modules") { stage in
        let (unseen, seen) = (UnseenSum(), Programs.SeenSum())
        for name in ["Ann", "Ben"] {
          stage.thread(name) {
            unseen.value.withLock { $0 += 1 }
            Programs.addSeen(seen)
          }
        }
      }
      #expect(exploration.passed, "\(exploration)")
    }

    @Test(
      "A mistake with tasks of the platform is found",
      arguments: [
        ("nothing waits", Finding.Kind.failedCheck, Programs.taskIsForgotten),
        ("no lock", .dataRace, Programs.tasksRace),
        ("a cancellation", .failedCheck, Programs.taskIsCancelled),
        ("a waiter that comes too late", .deadlock, Programs.taskWaitsForEver),
        ("a waiter in an actor", .deadlock, Programs.taskWaitsInActor),
      ])
    func isFound(name: String, kind: Finding.Kind, program: @escaping @Sendable (Stage) throws -> Void) {
      let exploration = Explorer.explore(Scenario(name, program))
      #expect(exploration.finding?.kind == kind, "\(exploration)")
    }

    @Test func `What goes wrong without an access that races is no harm of the race`() {
      let exploration = Explorer.explore(Scenario("two mistakes", Programs.twoMistakes))
      #expect(exploration.finding?.kind == .dataRace, "\(exploration)")
      #expect(exploration.harm == nil, "\(exploration)")
    }

    @Test func `What two other threads do wrong is no harm of the race`() {
      let exploration = Explorer.explore(Scenario("a mistake beside", Programs.raceBesideAMistake))
      #expect(exploration.finding?.kind == .dataRace, "\(exploration)")
      #expect(exploration.harm == nil, "\(exploration)")
    }

    @Test func `A row is shown where a task resumes, also before its next await`() throws {
      let exploration = Explorer.explore(Scenario("yields", Programs.taskYieldsTwice))
      let steps = try #require(exploration.table).rows.filter { $0.thread == "Ann" }.map(\.text)
      #expect(steps == ["suspend", "resume", "suspend"], "\(exploration)")
    }

    @Test func `With three threads and lines to show, a row begins with the thread's name`() {
      let report = Explorer.explore(Scenario("early", Programs.signalIsEarly)).report(width: 100)
      #expect(
        report.contains(#/\n +\d+  Cid  signal NSCondition 1: no thread waits .*condition.signal\(\)/#),
        "\(report)")
    }

    @Test func `A time-out is as long as the program says, however long it computes before`() {
      var settings = Settings()
      settings.maxSteps = 200
      for program in [Programs.timerTicks, Programs.taskTicks] {
        let exploration = Explorer.explore(Scenario("a timer ticks", program), settings)
        #expect(exploration.finding?.kind == .livelock, "\(exploration)")
        #expect(exploration.description.contains("until 1.0 s"), "\(exploration)")
      }
    }

    @Test func `Of two tasks that sleep the one with the shorter time continues first`() {
      var settings = Settings()
      settings.surprises = 0
      let exploration = Explorer.explore(Scenario("sleeps", Programs.tasksSleep), settings)
      #expect(exploration.finding == nil, "\(exploration)")
    }

    @Test func `What a thread does before it waits in vain for its own lock is a step`() {
      let exploration = Explorer.explore(
        Scenario("own lock", Programs.waitsForItsOwnLock), Settings(.exhaustive(preemptions: nil)))
      #expect(exploration.finding?.kind == .failedCheck, "\(exploration)")
    }

    @Test func `A wait after a sleep that ended early takes no time`() {
      var settings = Settings()
      settings.findsDataRaces = false
      let exploration = Explorer.explore(Scenario("early sleep", Programs.sleepEndsEarly), settings)
      #expect(exploration.finding == nil, "\(exploration)")
    }

    @Test func `A loop that asks a clock ends`() {
      let exploration = Explorer.explore(Scenario("a clock", Programs.clockIsAsked))
      #expect(exploration.finding == nil, "\(exploration)")
    }

    @Test func `The release of memory is an access to it`() {
      for release in Programs.releases {
        let exploration = Explorer.explore(Scenario("release", Programs.memoryIsReleased(release)))
        #expect(exploration.finding?.kind == .dataRace, "\(exploration)")
      }
    }

    @Test func `A task is suspended at the line of its await`() throws {
      let stuck = Explorer.explore(Scenario("waits", Programs.taskWaitsInActor))
      let line = "'a task' is suspended at Strangers.swift:\(Programs.awaits.waits), and"
      #expect(stuck.finding?.message.contains(line) == true, "\(stuck)")

      let child = Explorer.explore(Scenario("child", Programs.childWaits))
      #expect(child.finding?.message.contains("'main.1' is suspended at") == true, "\(child)")

      let reentered = Explorer.explore(Scenario("reentered", Programs.actorIsReentered))
      let steps = try #require(reentered.table).steps
      for name in ["Ann", "Ben"] {
        let row = "\(name): suspend at Strangers.swift:\(Programs.awaits.yields)"
        #expect(steps.contains(row), "\(reentered)")
      }
    }

    @Test(
      "A loop that asks without a pause waits for another thread",
      arguments: [
        ("Peterson", Finding.Kind?.none, Programs.peterson(isPolite: true)),
        ("a rude Peterson", .dataRace, Programs.peterson(isPolite: false)),
        ("versions", nil, Programs.versions(announced: true)),
        ("a writer that is not announced", .failedCheck, Programs.versions(announced: false)),
        ("exchanges", nil, Programs.exchanges), ("B comes", nil, Programs.looks(comes: true)),
        ("A gives up", .failedCheck, Programs.givesUp),
      ])
    func loopWaits(name: String, kind: Finding.Kind?, program: @escaping @Sendable (Stage) -> Void) {
      for bound in [nil, 2] {
        let exploration = Explorer.explore(Scenario(name, program), Settings(.exhaustive(preemptions: bound)))
        #expect(exploration.finding?.kind == kind && exploration.passed == (kind == nil), "\(exploration)")
      }
    }

    @Test(arguments: [nil, 2])
    func `A lock that is only tried is found held, and the token replays that`(bound: Int?) throws {
      for (name, body) in Programs.triedLocks {
        let scenario = Scenario(name, body)
        let exploration = Explorer.explore(scenario, Settings(.exhaustive(preemptions: bound)))
        #expect(exploration.finding?.kind == .failedCheck, "\(exploration)")
        let replayed = Explorer.replay(try #require(exploration.token), scenario)
        #expect(replayed.finding == exploration.finding, "\(replayed)")
      }
    }

    @Test func `A name that differs in each run is no course that differs`() {
      let right = Explorer.explore(Scenario("guarded", Programs.randomNames(isGuarded: true)))
      #expect(right.passed, "\(right)")
      let wrong = Explorer.explore(Scenario("unguarded", Programs.randomNames(isGuarded: false)))
      #expect(wrong.finding?.kind == .failedCheck, "\(wrong)")
    }

    @Test func `A loop that nothing ends is a livelock`() {
      let exploration = Explorer.explore(Scenario("B does not come", Programs.looks(comes: false)))
      #expect(exploration.finding?.kind == .livelock, "\(exploration)")
    }

    @Test func `A loop that something unseen ends proves nothing`() {
      final class Count: Sendable {
        let left = Mutex(100)
        func goesOn() -> Bool {
          left.withLock { left in
            left -= 1
            return left > 0
          }
        }
      }
      // What a process does once, such as finding out about a generic type, may make the first run another one.
      let explorations = (1...2).map { _ in
        Explorer.explore("count") { stage in
          let count = Count()
          Programs.loop(while: count.goesOn)(stage)
        }
      }
      #expect(explorations[1].verdict == .notProven(.unseen), "\(explorations[1])")
    }

    @Test(arguments: [nil, 2]) func `A cancellation between two steps of a task is tried`(bound: Int?) {
      let exploration = Explorer.explore(
        Scenario("looks", Programs.looksTwice), Settings(.exhaustive(preemptions: bound)))
      #expect(exploration.finding?.kind == .failedCheck, "\(exploration)")
    }

    @Test(arguments: [nil, 2]) func `Two threads that add to a stream are tried in both orders`(bound: Int?) {
      let exploration = Explorer.explore(
        Scenario("stream", Programs.stream), Settings(.exhaustive(preemptions: bound)))
      #expect(exploration.finding?.kind == .failedCheck, "\(exploration)")
    }

    @Test func `A continuation that is released unresumed is a misuse that names its function`() throws {
      let finding = try #require(
        Explorer.explore(Scenario("replaced", Programs.replacedContinuation)).finding)
      #expect(finding.kind == .misuse)
      #expect(finding.message.hasPrefix("The continuation of replacedContinuation(_:) was released"))
    }

    @Test func `A lock for which nobody waits is one row`() throws {
      let exploration = Explorer.explore(Scenario("free", Programs.lockIsFree))
      let rows = try #require(exploration.table).rows
      #expect(
        rows.map { "\($0.number) \($0.thread): \($0.text)" } == [
          "1 Ann: lock and unlock NSLock 1", "2 Ben: lock and unlock NSLock 1",
        ])
    }

    @Test(arguments: [40, 46, 60, 80, 200]) func `A table is as narrow as the terminal`(width: Int) {
      for (name, program) in [("free", Programs.lockIsFree), ("early", Programs.signalIsEarly)] {
        let text = Explorer.explore(Scenario(name, program)).report(width: width)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
      }
    }

    @Test func `A signal says whom it wakes`() throws {
      var settings = Settings()
      settings.surprises = 0
      let early = Explorer.explore(Scenario("early", Programs.signalIsEarly), settings)
      let late = Explorer.explore("late", settings) { stage in
        Programs.signalIsEarly(stage)
        stage.finally { stage.expect(false, "this is looked at") }
      }
      func rows(_ exploration: Exploration) throws -> [String] {
        try #require(exploration.table).rows.filter { $0.thread == "Cid" }.map(\.text)
      }
      #expect(early.finding?.kind == .deadlock)
      #expect(
        try rows(early) == [
          "signal NSCondition 1: no thread waits", "broadcast NSCondition 1: no thread waits",
        ])
      #expect(
        try rows(late) == [
          "signal NSCondition 1: wakes one of Ann, Ben", "broadcast NSCondition 1: wakes Ben",
        ],
        "\(late)")
    }

    @Test func `The platform's locks are places to switch where data races are not looked for`() {
      var settings = Settings()
      settings.findsDataRaces = false
      #expect(
        Explorer.explore(Scenario("inversion", Programs.inversion), settings).finding?.kind == .deadlock)
    }

    @Test(arguments: TrappingProgram.programs.keys.sorted())
    func `A trap is reported once, like other findings, at its line`(name: String) async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
        _ = Explorer.explore(TrappingProgram.scenario(name))
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let program = try #require(TrappingProgram.programs[name])
      let text = output.replacing(#/\n *(?! )/#) { _ in " " }
      #expect(
        text.contains(
          "✘ \(name): 1 schedule until it failed Trap: 'Ann' stops the process at Traps.swift:\(program.line)"
            + program.reason),
        "\(output)")
      for once in ["rror: ", "replay: "] { #expect(output.ranges(of: once).count <= 1, "\(output)") }
    }

    @Test(arguments: [
      ("addition", Programs.addition, Programs.line), ("appending", Programs.appending, Programs.appends),
    ])
    func `A change is reported at the line of its statement`(
      name: String, program: @escaping @Sendable (Stage) throws -> Void, line: Int
    ) throws {
      let race = try #require(Explorer.explore(Scenario(name, program)).finding)
      let lines = race.message.matches(of: #/Strangers.swift:(\d+)/#).compactMap { Int($0.1) }
      #expect(lines.count == 2 && lines.allSatisfy { $0 == line }, "\(race.message)")
    }
  }
#endif
