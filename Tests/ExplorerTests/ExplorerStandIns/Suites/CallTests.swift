import Explorer
import ExplorerStandIns
import PlainPrograms
import Synchronization
import Testing
import VisiblePrograms

/// The same calls, for the platform, for the stand-ins without an Explorer, and in a schedule.
@Suite(.serialized) struct `Calls of the platform` {
  @Test func `Each form of a queue's functions does the same`() {
    #expect(PlainPrograms.Calls.queues() == 13)
    #expect(VisiblePrograms.Calls.queues() == 13)
    #expect(directed { "\(VisiblePrograms.Calls.queues())" } == ["13"])
  }

  @Test func `A thread has a dictionary of its own`() {
    #expect(PlainPrograms.Calls.dictionary() == [2, 1])
    #expect(VisiblePrograms.Calls.dictionary() == [2, 1])
    #expect(directed { "\(VisiblePrograms.Calls.dictionary())" } == ["[2, 1]"])
  }

  @Test func `Work reads the values of its queue and of its target`() {
    #expect(PlainPrograms.Calls.specifics() == [nil, 3, 4, 4])
    #expect(VisiblePrograms.Calls.specifics() == [nil, 3, 4, 4])
    #expect(directed { "\(VisiblePrograms.Calls.specifics() == [nil, 3, 4, 4])" } == ["true"])
  }

  @Test func `A call that the Explorer does not see is named in the report`() {
    VisiblePrograms.Calls.unseen()
    let exploration = Explorer.explore("unseen") { stage in
      stage.thread("A") { VisiblePrograms.Calls.unseen() }
    }
    #expect(exploration.finding == nil, "\(exploration)")
    let names = exploration.unseen.filter { !$0.hasPrefix("DispatchSource at") }
    #expect(names == ["Thread.stackSize"])
    #if os(Linux)
      #expect(exploration.description.contains("Not seen by the Explorer: DispatchSource"))
      #expect(
        exploration.unseen.contains { $0.hasPrefix("DispatchSource at Calls.swift:") }, "\(exploration)")
      #expect(exploration.verdict == .notProven(.unseen), "\(exploration)")
    #endif
    #expect(Explorer.explore("seen") { stage in stage.thread("A") {} }.unseen == [])
  }

  @Test(arguments: [-1, 0, 1])
  func `Suspending and resuming a queue must be paired`(surplus: Int) {
    let exploration = Explorer.explore("pairs") { stage in
      stage.thread("A") {
        let queue = ExplorerStandIns.DispatchQueue(label: "queue")
        for _ in 0..<(2 - min(surplus, 0)) { queue.suspend() }
        for _ in 0..<(2 + max(surplus, 0)) { queue.resume() }
      }
    }
    #expect(exploration.finding?.kind == (surplus == 0 ? nil : .misuse), "\(exploration)")
  }

  /// The results of `body` in twenty random schedules.
  private func directed(_ body: @escaping @Sendable () -> String) -> Set<String> {
    let results = Mutex<Set<String>>([])
    var settings = Settings(.random(seed: 1, schedules: 20))
    settings.searchesBeside = false
    let exploration = Explorer.explore("calls", settings) { stage in
      stage.thread("A") {
        let result = body()
        results.withLock { _ = $0.insert(result) }
      }
    }
    #expect(exploration.finding == nil, "\(exploration)")
    return results.withLock { $0 }
  }
}
