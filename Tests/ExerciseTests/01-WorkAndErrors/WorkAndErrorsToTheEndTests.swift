import ExerciseSupport
import Foundation
import MiniOperations
import Testing

@testable import Exercise01

extension `Work and errors` {
  @Test func `The outcome is there when the end is announced, and when start returns`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let notes = Notes()
        let hasReturned = Milestone()
        let starter = ObjectIdentifier(Foundation.Thread.current)
        let operation = AddUp {
          // Work on another thread is late on purpose: only a start that waits for it is not fooled.
          if ObjectIdentifier(Foundation.Thread.current) != starter { hasReturned.wait() }
          return ["20", "22"]
        }
        let observation = operation.observe(\.isFinished) { operation, _ in
          notes(shown((operation as? AddUp)?.outcome))
        }
        operation.start()
        notes(shown(operation.outcome))
        hasReturned.reach()
        observation.invalidate()
        expect(
          notes.lines == ["42", "42"],
          """
          expected 42 in the announcement of isFinished and after start, got \(notes.text): is the outcome \
          left to another thread, or to a completion block, which comes after the end?
          """)
        for way in Way.allCases where way != .neverStarted {
          let (seen, itself) = (Notes(), Weakly())
          let operation = AddUp { try way.read(itself) }
          itself.operation = operation
          let observation = operation.observe(\.isFinished, options: [.prior]) { operation, _ in
            seen(shown((operation as? AddUp)?.outcome))
          }
          way.takePlace(with: operation)
          seen(shown(operation.outcome))
          operation.cancel()
          seen(shown(operation.outcome))
          observation.invalidate()
          let isRight = way.outcomes.contains { seen.lines == ["nothing", $0, $0, $0] }
          expect(
            isRight && itself.seen.entries.allSatisfy { $0 == "nothing" },
            """
            expected nothing before the end and \(way.outcomes.joined(separator: " or ")) when it is announced, after start \
            and after a late cancel, of an operation that \(way.rawValue), got \(itself.seen.text) while it reads, then \
            \(seen.text): is everything \
            stored when main returns, and nothing shown before the end?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `Until the end there is no outcome, and asking for it does not wait`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let (notes, itself) = (Notes(), Milestone())
        let asked = Log<AddUp>()
        let operation = AddUp {
          itself.reach()
          // On another thread, as a lock may let its owner in.
          if !returns({ notes(shown(asked.entries.first?.outcome)) }) { notes("no answer") }
          return ["20", "22"]
        }
        asked.add(operation)
        // The call before the change: main has returned, and the operation has not ended yet.
        let observation = operation.observe(\.isFinished, options: [.prior]) { operation, change in
          if change.isPrior { notes(shown((operation as? AddUp)?.outcome)) }
        }
        operation.start()
        observation.invalidate()
        let outcome = shown(operation.outcome)
        expect(
          itself.count == 1 && notes.lines == ["nothing", "nothing"] && outcome == "42",
          """
          expected nothing while it reads, nothing right before the end, and 42 afterwards, got \(notes.text), \
          and \(outcome): does outcome ask whether the operation has ended? Is a lock held while it reads?
          """)
        for way in Way.allCases where way != .neverStarted {
          let isFine = everyOrder(
            "an operation that \(way.rawValue), and a thread that asks",
            cause: "can the operation end between two things that outcome looks at?"
          ) { scene in
            let (seen, itself) = (Notes(), Weakly())
            let operation = AddUp { try way.read(itself) }
            itself.operation = operation
            scene.thread("M") { way.takePlace(with: operation) }
            scene.thread("R") {
              for _ in 1...2 {
                let hasEnded = operation.isFinished
                let outcome = operation.outcome
                seen(outcome == nil && hasEnded ? "nothing after the end" : shown(outcome))
              }
            }
            scene.finally {
              let outcome = shown(operation.outcome)
              let isRight = seen.lines.drop { $0 == "nothing" }.allSatisfy { $0 == outcome }
              scene.expect(
                isRight && way.outcomes.contains(outcome),
                """
                another thread that asks twice sees nothing until the end, and then \
                \(way.outcomes.joined(separator: " or ")) (got \(seen.text), and \(outcome) in the end)
                """)
            }
          }
          if !isFine { return }
        }
      }
    }
    judge(end)
  }

  @Test func `Cancelled before it starts, it reads nothing and reports the cancellation`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let readings = Milestone()
        let operation = AddUp {
          readings.reach()
          return ["1"]
        }
        operation.cancel()
        let before = shown(operation.outcome)
        operation.start()
        expect(
          before == "nothing" && readings.count == 0,
          """
          expected no outcome after cancel and no reading after start, got \(before) and \(readings.count) \
          readings: cancelled is not finished, and a cancelled operation's main is not called
          """)
        expect(
          operation, failsWith: CancellationError(), "after its start",
          "main is never called here, so where does the outcome come from?")
      }
    }
    judge(end)
  }

  @Test func `Whatever the receipts are, each ends with its own outcome, many at a time`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let receipts = (0..<300).map { _ in Receipt(&dice) }
        let operations = receipts.map { receipt in AddUp { try receipt.read() } }
        for (receipt, operation) in zip(receipts, operations) where receipt.isCancelled { operation.cancel() }
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = dice.roll(1...8)
        queue.addOperations(operations, waitUntilFinished: false)
        let isEmpty = queue.empties()
        var outcomes = operations.map { shown($0.outcome) }
        // And one after the other: each is gone before the next one is made, perhaps where it was.
        for receipt in receipts {
          let operation = AddUp { try receipt.read() }
          if receipt.isCancelled { operation.cancel() }
          operation.start()
          let outcome = shown(operation.outcome)
          outcomes.append(outcome)
          operation.cancel()
          let later = shown(operation.outcome)
          expect(
            later == outcome,
            """
            seed \(dice.seed): expected the outcome to stay \(outcome) when cancel comes after the end, got \(later): \
            does outcome ask whether it was cancelled, or what has happened?
            """)
          if later != outcome { return }
        }
        for (receipt, got) in zip(receipts + receipts, outcomes) {
          let expected = shown(receipt.outcome)
          let isRight = isEmpty && expected == got
          expect(
            isRight,
            """
            seed \(dice.seed): expected \(expected) for \(receipt), got \(got). If a requirement about one receipt \
            fails as well, look there first; if not, look for what two operations share
            """)
          if !isRight { return }
        }
        // A read may add up another receipt, on the same thread or on one that it waits for.
        for isElsewhere in [false, true] {
          let nested = Notes()
          let isThrough = returns {
            for last in ["1", "tea"] {
              let outer = AddUp { ["10", sum(inside: 8, isElsewhere), last] }
              outer.start()
              nested(shown(outer.outcome))
            }
          }
          let smudged = shown(.failure(ReceiptError.notAnAmount(line: 3, text: "tea")))
          expect(
            isThrough && nested.lines == ["19", smudged],
            """
            expected 19 and \(smudged) where read adds up another receipt \(isElsewhere ? "on another thread " : "")and \
            returns its sum as the second line, got \(isThrough ? nested.text : "no end"): what do two operations share?
            """)
          if !isThrough { return }
        }
      }
    }
    judge(end)
  }

  @Test func `When the operation is released, nothing of it stays in memory`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        for way in Way.allCases {
          weak var remaining: AddUp?
          weak var remainingRead: Milestone?
          weak var remainingError: Smudge?
          var outcome = ""
          func run() {
            let (readings, smudge, itself) = (Milestone(), Smudge(), Weakly())
            let operation = AddUp {
              readings.reach()
              return try way.read(itself, smudge)
            }
            (remaining, remainingRead, remainingError) = (operation, readings, smudge)
            itself.operation = operation
            way.takePlace(with: operation)
            outcome = shown(operation.outcome)
          }
          run()
          expect(
            way.outcomes.contains(outcome),
            """
            expected \(way.outcomes[0]) of an operation that \(way.rawValue), got \(outcome): is the outcome stored, and \
            shown only after the end?
            """)
          let kept = [remaining.map { _ in "the operation" }, remainingRead.map { _ in "what read holds" }]
          let all = (kept + [remainingError.map { _ in "the error" }]).compactMap { $0 }
          expect(
            all.isEmpty,
            """
            expected nothing to stay of an operation that \(way.rawValue), got \(all.joined(separator: ", ")): does it \
            hold a closure that holds it? Is anything stored outside the operation?
            """)
        }
        // An error that held the last reference to another operation, whose outcome is asked for once more.
        let heard = Notes()
        let isThrough = returns {
          AddUp {
            let other = AddUp { ["20", "22"] }
            other.start()
            throw ReleaseObserver { heard(returns { heard(shown(other.outcome)) } ? "an answer" : "none") }
          }.start()
        }
        expect(
          isThrough && heard.lines == ["42", "an answer"],
          """
          expected another operation to answer 42 to a thread that is waited for while an error is released, got \
          \(heard.text): is an outcome released while a lock is held?
          """)
      }
    }
    judge(end)
  }
}

/// The sum of a receipt whose read adds up another one, and so on: one for each of so many receipts.
private func sum(inside depth: Int, _ isElsewhere: Bool) -> String {
  let operation = AddUp { depth == 1 ? ["1"] : [sum(inside: depth - 1, isElsewhere), "1"] }
  if isElsewhere { _ = returns { operation.start() } } else { operation.start() }
  return shown(operation.outcome)
}
