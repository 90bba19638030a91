import ExerciseSupport
import Explorer
import MiniOperations
import Testing

@testable import Exercise01

@Suite(.serialized, .requirements) struct Depth {
  @Test func `If several lines are wrong, the outcome names the first one`() async {
    await inOwnProcess {
      let most = "\(Int.max)"
      checkOutcomes(
        [
          ([most, "1", "tea"], .failure(ReceiptError.tooMuch(line: 2))),
          (["1", "tea", most, "1"], .failure(ReceiptError.notAnAmount(line: 2, text: "tea"))),
          ([most, "1", "-5"], .failure(ReceiptError.tooMuch(line: 2))),
        ], "Is each line added before the next one is checked?")
    }
  }

  @Test func `A line is an amount exactly if Int(line) accepts it`() async {
    await inOwnProcess {
      checkOutcomes(
        [(["+7", "007", "-0", String(repeating: "0", count: 30) + "7"], .success(21))],
        "Does anything but Int decide?")
      let tooLong = ["\(Int.max.magnitude + 1)", "-\(Int.min.magnitude + 1)", "\(Int.max)00"]
      let others = [" 7", "7\n", "-", "+-7", "1_000", "0x1F", "1e3", "7.0", "٣", "²", "７"]
      checkOutcomes(
        (tooLong + others).map { (["1", $0], .failure(ReceiptError.notAnAmount(line: 2, text: $0))) },
        "Does anything but Int decide?")
    }
  }

  @Test func `The outcome is nil until isFinished is true; from then on it is stored and final`() async {
    await inOwnProcess {
      for story in Story.allCases {
        let (seen, operation) = (Notes(), story.operation())
        let read: @Sendable (MiniOperation, String) -> Void = {
          seen("\($1): \(shown(($0 as? AddUp)?.outcome))")
        }
        // A dependent becomes ready before observers are notified that isFinished is true.
        let dependent = MiniBlockOperation {}
        dependent.addDependency(operation)
        let observations = [
          operation.observe(\.isCancelled) { operation, _ in read(operation, "cancelled") },
          operation.observe(\.isFinished, options: .prior) { operation, change in
            read(operation, change.isPrior ? "isFinished false" : "isFinished true")
          },
          dependent.observe(\.isReady) { [unowned operation] dependent, _ in
            if dependent.isReady { read(operation, "dependent ready") }
          },
        ]
        story.run(operation)
        read(operation, "start() returned")
        operation.cancel()
        read(operation, "cancel() afterwards")
        for observation in observations { observation.invalidate() }
        let isRight = story.outcomes.contains { outcome in
          seen.lines.allSatisfy { line in
            let isEarly = line.hasPrefix("cancelled:") || line.hasPrefix("isFinished false:")
            return line.hasSuffix(": \(isEarly ? "nil" : outcome)")
          }
        }
        expect(
          isRight && operation.isFinished,
          """
          outcome of an operation that \(story.rawValue): expected nil until isFinished is true, and \
          \(story.expected) from then on, got \(seen.text). Is it stored before main returns? Does outcome \
          check isFinished?
          """)
      }
    }
  }

  @Test
  func `Whenever other threads cancel or read, all readers of the finished operation get the same outcome`()
    async
  {
    await inOwnProcess {
      for story in Story.allCases {
        everyOrder(
          "an operation that \(story.rawValue), and a thread that reads its outcome twice",
          cause: "can the operation finish between two checks in outcome?"
        ) { scene in
          let (seen, operation) = (Notes(), story.operation())
          scene.thread("run") { story.run(operation) }
          scene.thread("read") {
            for _ in 1...2 {
              let hasFinished = operation.isFinished
              let outcome = shown(operation.outcome)
              seen(outcome == "nil" && hasFinished ? "nil although isFinished was true" : outcome)
            }
          }
          scene.finally {
            let outcome = shown(operation.outcome)
            scene.expect(
              story.outcomes.contains(outcome)
                && seen.lines.drop { $0 == "nil" }.allSatisfy { $0 == outcome },
              """
              the reader sees nil until the operation has finished, and then \(story.expected) (got \
              \(seen.text); in the end \(outcome))
              """)
          }
        }
      }
      everyOrder(
        "one thread starts the operation, another one cancels it",
        cause: "who provides the outcome if cancel() is called just before the framework would call main?"
      ) { scene in
        let (operation, seen) = (Story.addsUp.operation(), Notes())
        scene.thread("start") {
          operation.start()
          seen(shown(operation.outcome))
        }
        scene.thread("cancel") { operation.cancel() }
        scene.finally {
          let outcome = shown(operation.outcome)
          scene.expect(
            Story.isCancelledInRead.outcomes.contains(outcome) && seen.lines == [outcome],
            """
            the finished operation has the outcome \(Story.isCancelledInRead.expected) when start() returns, \
            and keeps it (got \(seen.text), and \(outcome) in the end)
            """)
        }
      }
    }
  }

  @Test func `Many operations run at the same time, each with its own outcome`() async {
    await inOwnProcess {
      let meeting = Milestone()
      let both = [1, 2].map { number in
        AddUp {
          meeting.reach()
          return [meeting.wait(for: 2) ? "\(number)" : "alone"]
        }
      }
      let queue = MiniOperationQueue()
      queue.addOperations(both, waitUntilFinished: false)
      let haveMet = queue.empties()
      let outcomes = both.map { shown($0.outcome) }
      expect(
        haveMet && outcomes == ["1", "2"],
        """
        read of each of two operations waits until the other one reads: expected the outcomes 1, 2, got \
        \(outcomes.joined(separator: ", ")). Do two operations share a lock?
        """)
      let many = (0..<300).map { number in AddUp { ["\(number)", "1"] } }
      queue.addOperations(many, waitUntilFinished: false)
      let wrong = queue.empties() ? many.indices.first { shown(many[$0].outcome) != "\($0 + 1)" } : 0
      expect(
        wrong == nil,
        """
        outcome of operation \(shown(wrong)) of 300, which adds 1 to its number: got \
        \(shown(wrong.flatMap { many[$0].outcome })). What do two operations share?
        """)
    }
  }
}
