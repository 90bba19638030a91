import Explorer
import ExplorerStandIns
import Testing
import VisiblePrograms

/// Programs of tasks and continuations, written for the platform.
@Suite("Task programs for the platform") struct TaskProgramTests {
  /// One program that can be right or wrong, and what the wrong one comes to.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: Finding.Kind
    let make: @Sendable (Bool) -> TaskProgram

    init(_ name: String, _ expected: Finding.Kind, _ make: @escaping @Sendable (Bool) -> TaskProgram) {
      testDescription = name
      self.expected = expected
      self.make = make
    }
  }

  static let cases = [
    Case("a task that is not waited for", .failedCheck) { Tasks.unstructured(isRight: $0) },
    Case("a continuation that is forgotten", .misuse) { Tasks.neverResumed(isRight: $0) },
    Case("a continuation resumed twice", .misuse) { Tasks.resumedTwice(isRight: $0) },
    Case("an end announced by the handler too", .failedCheck) { Tasks.cancelled(isRight: $0) },
  ]

  @Test("What is wrong is found", arguments: cases)
  func wrong(_ example: Case) {
    let exploration = explore(example.testDescription) { example.make(false) }
    #expect(exploration.finding?.kind == example.expected, "\(exploration)")
  }

  @Test("What is right is proven", arguments: cases)
  func right(_ example: Case) {
    let exploration = explore(example.testDescription) { example.make(true) }
    #expect(exploration.passed, "\(exploration)")
  }

  @Test(
    "That a task is cancelled is tried before it begins, in between and after its end",
    arguments: [(true, true), (false, true), (false, false)])
  func cancellation(before: Bool, after: Bool) {
    let exploration = Explorer.explore("cancelled somewhere") { stage in
      stage.task("A", mayBeCancelled: true) {
        let wasCancelled = ExplorerStandIns.Task.isCancelled
        await ExplorerStandIns.Task.yield()
        let isLikeThat = wasCancelled == before && ExplorerStandIns.Task.isCancelled == after
        stage.expect(!isLikeThat, "never cancelled like that")
      }
    }
    #expect(exploration.finding?.kind == .failedCheck)
  }

  @Test("A task sleeps in the time of the schedule, in any order with another that sleeps as long")
  func sleeping() {
    for last in ["A", "B"] {
      let exploration = Explorer.explore("two that sleep") { stage in
        let seen = Shared("", "seen")
        for name in ["A", "B"] {
          stage.task(name) {
            try await ExplorerStandIns.Task.sleep(for: .seconds(1000))
            seen.value = name
          }
        }
        stage.finally { stage.expect(seen.value != last, "'\(last)' is never the last") }
      }
      #expect(exploration.finding?.kind == .failedCheck, "\(last)")
    }
  }

  private func explore(_ name: String, _ make: @escaping @Sendable () -> TaskProgram) -> Exploration {
    var settings = Settings()
    // A task that is never resumed is found when this has passed.
    settings.watchdog = .milliseconds(200)
    return Explorer.explore(name, settings) { stage in
      let program = make()
      for (index, body) in program.tasks.enumerated() { stage.task("\(index + 1)", body) }
      stage.finally { stage.expect(program.isRight(), "it comes to what it should") }
    }
  }
}
