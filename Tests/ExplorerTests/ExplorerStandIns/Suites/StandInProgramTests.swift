import Explorer
import PlainPrograms
import Testing
import VisiblePrograms

private typealias Counting = VisiblePrograms.Counting
private typealias Waiting = VisiblePrograms.Waiting
private typealias Queues = VisiblePrograms.Queues

/// Programs that are written for the platform, with the given file beside them and without.
@Suite("Programs for the platform") struct StandInProgramTests {
  typealias Parts = (threads: [@Sendable () -> Void], isRight: @Sendable () -> Bool)

  /// One program that can be right or wrong, and what the wrong one comes to.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: (visible: Finding.Kind, plain: Finding.Kind)
    let visible: @Sendable (Bool) -> Parts
    let plain: @Sendable (Bool) -> Parts

    init(
      _ name: String, _ expected: Finding.Kind, plainly: Finding.Kind? = nil,
      _ visible: @escaping @Sendable (Bool) -> VisiblePrograms.Program,
      _ plain: @escaping @Sendable (Bool) -> PlainPrograms.Program
    ) {
      testDescription = name
      self.expected = (expected, plainly ?? expected)
      self.visible = { isRight in
        let program = visible(isRight)
        return (program.threads, program.isRight)
      }
      self.plain = { isRight in
        let program = plain(isRight)
        return (program.threads, program.isRight)
      }
    }
  }

  static let cases = [
    Case("a lost update on a Mutex", .failedCheck, Counting.mutex, PlainPrograms.Counting.mutex),
    Case("a lost update on an Atomic", .failedCheck, Counting.atomic, PlainPrograms.Counting.atomic),
    Case(
      "two different locks", .failedCheck, plainly: .dataRace, Counting.twoLocks,
      PlainPrograms.Counting.twoLocks),
    Case("a lost wake-up on an NSCondition", .deadlock, Waiting.condition, PlainPrograms.Waiting.condition),
    Case(
      "a semaphore with one place too many", .failedCheck, Waiting.semaphore, PlainPrograms.Waiting.semaphore),
    Case("two semaphores in two orders", .deadlock, Waiting.semaphores, PlainPrograms.Waiting.semaphores),
    Case("an NSLock taken twice", .deadlock, Waiting.lockTwice, PlainPrograms.Waiting.lockTwice),
    Case("a thread that is not waited for", .failedCheck, Waiting.thread, PlainPrograms.Waiting.thread),
    Case("a concurrent queue for a serial one", .failedCheck, Queues.async, PlainPrograms.Queues.async),
    Case("a barrier forgotten", .failedCheck, Queues.barrier, PlainPrograms.Queues.barrier),
    Case(
      "a barrier on the global queue", .failedCheck, Queues.globalBarrier, PlainPrograms.Queues.globalBarrier),
    Case(
      "sync on the queue that it runs on", .deadlock, Queues.syncOnItself, PlainPrograms.Queues.syncOnItself),
    Case("async where sync was meant", .failedCheck, Queues.syncOrAsync, PlainPrograms.Queues.syncOrAsync),
    Case("a work item cancelled too late", .failedCheck, Queues.item, PlainPrograms.Queues.item),
    Case("a queue suspended too late", .failedCheck, Queues.suspended, PlainPrograms.Queues.suspended),
    Case("a queue that stays suspended", .deadlock, Queues.resumed, PlainPrograms.Queues.resumed),
    Case("two serial queues for one", .failedCheck, Queues.target, PlainPrograms.Queues.target),
  ]

  @Test("With the given file what is wrong is found", arguments: cases)
  func wrong(_ example: Case) {
    let exploration = explore(example.testDescription) { example.visible(false) }
    #expect(exploration.finding?.kind == example.expected.visible, "\(exploration)")
  }

  @Test("With the given file what is right is proven", arguments: cases)
  func right(_ example: Case) {
    let exploration = explore(example.testDescription) { example.visible(true) }
    #expect(exploration.finding == nil, "\(exploration)")
    #expect(exploration.verdict != .sawNothing)
  }

  #if os(Linux)
    @Test("Without it what is wrong is found", arguments: cases)
    func plainWrong(_ example: Case) {
      let exploration = explore(example.testDescription) { example.plain(false) }
      #expect(exploration.finding?.kind == example.expected.plain, "\(exploration)")
    }

    @Test("Without it what is right is proven", arguments: cases)
    func plainRight(_ example: Case) {
      let exploration = explore(example.testDescription) { example.plain(true) }
      #expect(exploration.passed && exploration.unseen == [], "\(exploration)")
    }
  #endif

  private func explore(_ name: String, _ make: @escaping @Sendable () -> Parts) -> Exploration {
    Explorer.explore(name) { stage in
      let program = make()
      for (index, body) in program.threads.enumerated() { stage.thread("\(index + 1)", body) }
      stage.finally { stage.expect(program.isRight(), "it comes to what it should") }
    }
  }
}
