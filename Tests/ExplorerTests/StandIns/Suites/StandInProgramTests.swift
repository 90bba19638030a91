import Explorer
import PlainPrograms
import Testing
import VisiblePrograms

/// Programs that are written for the platform, with the given file beside them and without.
@Suite("Programs for the platform") struct StandInProgramTests {
  /// One program that can be right or wrong, and what the wrong one comes to.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: Finding.Kind
    let make: @Sendable (Bool) -> VisiblePrograms.Program

    init(
      _ name: String, _ expected: Finding.Kind,
      _ make: @escaping @Sendable (Bool) -> VisiblePrograms.Program
    ) {
      testDescription = name
      self.expected = expected
      self.make = make
    }
  }

  static let cases = [
    Case("a lost update on a Mutex", .failedCheck) { Counting.mutex(isRight: $0) },
    Case("a lost update on an Atomic", .failedCheck) { Counting.atomic(isRight: $0) },
    Case("two different locks", .failedCheck) { Counting.twoLocks(isRight: $0) },
    Case("a lost wake-up on an NSCondition", .deadlock) { Waiting.condition(isRight: $0) },
    Case("a semaphore with one place too many", .failedCheck) { Waiting.semaphore(isRight: $0) },
    Case("two semaphores in two orders", .deadlock) { Waiting.semaphores(isRight: $0) },
    Case("an NSLock taken twice", .deadlock) { Waiting.lockTwice(isRight: $0) },
    Case("an NSConditionLock with the wrong number", .deadlock) { Waiting.conditionLock(isRight: $0) },
    Case("a thread that is not waited for", .failedCheck) { Waiting.thread(isRight: $0) },
    Case("a concurrent queue for a serial one", .failedCheck) { Queues.async(isRight: $0) },
    Case("a barrier forgotten", .failedCheck) { Queues.barrier(isRight: $0) },
    Case("a barrier on the global queue", .failedCheck) { Queues.globalBarrier(isRight: $0) },
    Case("sync on the queue that it runs on", .deadlock) { Queues.syncOnItself(isRight: $0) },
    Case("async where sync was meant", .failedCheck) { Queues.syncOrAsync(isRight: $0) },
    Case("a work item cancelled too late", .failedCheck) { Queues.item(isRight: $0) },
    Case("a queue suspended too late", .failedCheck) { Queues.suspended(isRight: $0) },
    Case("a queue that stays suspended", .deadlock) { Queues.resumed(isRight: $0) },
    Case("two serial queues for one", .failedCheck) { Queues.target(isRight: $0) },
  ]

  @Test("With the given file what is wrong is found", arguments: cases)
  func wrong(_ example: Case) {
    let exploration = explore(example.testDescription) { example.make(false) }
    #expect(exploration.finding?.kind == example.expected, "\(exploration)")
  }

  @Test("With the given file what is right is proven", arguments: cases)
  func right(_ example: Case) {
    let exploration = explore(example.testDescription) { example.make(true) }
    #expect(exploration.finding == nil, "\(exploration)")
    #expect(exploration.verdict != .sawNothing)
  }

  @Test("Without it nothing is seen, and nothing is claimed")
  func plain() {
    let exploration = Explorer.explore("plain") { stage in
      let program = PlainPrograms.Counting.mutex(isRight: false)
      for (index, body) in program.threads.enumerated() { stage.thread("\(index + 1)", body) }
      stage.finally { stage.expect(program.isRight(), "it comes to what it should") }
    }
    #expect(exploration.finding == nil)
    #expect(!exploration.passed)
  }

  private func explore(_ name: String, _ make: @escaping @Sendable () -> VisiblePrograms.Program)
    -> Exploration
  {
    Explorer.explore(name) { stage in
      let program = make()
      for (index, body) in program.threads.enumerated() { stage.thread("\(index + 1)", body) }
      stage.finally { stage.expect(program.isRight(), "it comes to what it should") }
    }
  }
}
