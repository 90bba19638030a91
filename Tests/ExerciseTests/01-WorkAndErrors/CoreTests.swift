import ExerciseSupport
import Explorer
import Foundation
import MiniOperations
import Testing

@testable import Exercise01

@Suite(.serialized, .requirements) struct Core {
  @Test func `The outcome is the sum of the lines, and 0 if there are none`() async {
    await inOwnProcess {
      var dice = Dice()
      let amounts = (0..<dice.roll(2...6)).map { _ in dice.roll(-50...100) }
      checkOutcomes(
        [
          (amounts.map { "\($0)" }, .success(amounts.reduce(0, +))), ([], .success(0)),
          (["\(Int.max)"], .success(.max)), (["\(Int.min)"], .success(.min)),
        ], "Where does main store the sum?")
    }
  }

  @Test func `read is called once, by main and not before`() async {
    await inOwnProcess {
      let readings = Milestone()
      let operation = AddUp {
        readings.reach()
        return ["1"]
      }
      let before = readings.count
      operation.start()
      _ = operation.outcome
      _ = operation.outcome
      expect(
        before == 0 && readings.count == 1,
        """
        calls of read before start(), and after start() and two reads of outcome: expected 0 and 1, got \
        \(before) and \(readings.count). Is read called in init, or by outcome?
        """)
    }
  }

  @Test func `If a line is not an amount, the outcome is notAnAmount with the line's number and text`() async
  {
    await inOwnProcess {
      var dice = Dice()
      let table = ["tea", "", "4,50", "7 ", "x1"].map { text in
        var lines = (0..<dice.roll(2...6)).map { "\($0)" }
        let bad = dice.number(below: lines.count)
        lines.insert(text, at: bad)
        return (
          lines: lines,
          outcome: Result<Int, any Error>.failure(ReceiptError.notAnAmount(line: bad + 1, text: text))
        )
      }
      checkOutcomes(table, "Is the line left out or trimmed, or are the lines counted from 0?")
    }
  }

  @Test func `If read throws, the outcome is that error, unchanged`() async {
    await inOwnProcess {
      var dice = Dice()
      let errors: [any Error] = [
        PaperJam(drawer: dice.roll(1...99)), CancellationError(),
        ReceiptError.tooMuch(line: dice.roll(1...99)),
      ]
      for error in errors {
        let operation = AddUp { throw error }
        operation.start()
        let (expected, got) = (shown(.failure(error)), shown(operation.outcome))
        expect(
          operation.isFinished && got == expected,
          """
          outcome after read has thrown: expected \(expected), got \(got). Is the error caught and dropped, \
          or changed?
          """)
      }
    }
  }

  @Test func `If the sum does not fit into an Int, the outcome is tooMuch, and nothing traps`() async {
    await inOwnProcess {
      // Some of these sums are 0, or have the right sign, after an overflow.
      checkOutcomes(
        [
          (["1", "\(Int.max)"], .failure(ReceiptError.tooMuch(line: 2))),
          (["-1", "-1", "\(Int.min)"], .failure(ReceiptError.tooMuch(line: 3))),
          (["\(Int.max)", "\(Int.max)"], .failure(ReceiptError.tooMuch(line: 2))),
          (["\(Int.min)", "\(Int.min)"], .failure(ReceiptError.tooMuch(line: 2))),
          (["\(Int.max)", "-2", "2"], .success(.max)), (["\(Int.min)", "2", "-2"], .success(.min)),
        ], "+ traps if the sum does not fit, and &+ returns any number: which method of Int reports it?")
    }
  }

  @Test
  func
    `If the operation is cancelled before it starts, the outcome is a CancellationError, and read is not called`()
    async
  {
    await inOwnProcess {
      let readings = Milestone()
      let operation = AddUp {
        readings.reach()
        return ["1"]
      }
      operation.cancel()
      operation.start()
      let (expected, got) = (shown(.failure(CancellationError())), shown(operation.outcome))
      expect(
        got == expected && readings.count == 0,
        """
        outcome after cancel() and start(): expected \(expected) and no call of read, got \(got) and \
        \(readings.count) calls. The framework does not call main here: who provides the outcome?
        """)
    }
  }

  @Test func `When start() returns and when a dependent runs, the outcome is stored, after an error too`()
    async
  {
    await inOwnProcess {
      let (hasReturned, starter) = (Milestone(), ObjectIdentifier(Foundation.Thread.current))
      let operation = AddUp {
        // Work on another thread is late on purpose.
        if ObjectIdentifier(Foundation.Thread.current) != starter { hasReturned.wait() }
        return ["20", "22"]
      }
      operation.start()
      let got = shown(operation.outcome)
      hasReturned.reach()
      expect(
        got == "42",
        "outcome when start() has returned: expected 42, got \(got). Is the work left to another thread?")
      let (failed, notes) = (AddUp { throw PaperJam(drawer: 1) }, Notes())
      let dependent = MiniBlockOperation { notes(shown(failed.outcome)) }
      dependent.addDependency(failed)
      let isThrough = runOneByOne([dependent, failed])
      let expected = shown(.failure(PaperJam(drawer: 1)))
      expect(
        isThrough && notes.lines == [expected],
        """
        outcome, read by a dependent after read has thrown: expected \(expected), got \(notes.text). Is the \
        error stored when main returns?
        """)
    }
  }

  @Test func `Another thread can read the outcome at any time, and it is nil until read has returned`() async
  {
    await inOwnProcess {
      let notes = Notes()
      let operation = Story.addsUp.operation { operation in
        if !returns({ notes(shown(operation.outcome)) }) { notes("no return") }
      }
      let before = shown(operation.outcome)
      operation.start()
      expect(
        before == "nil" && notes.lines == ["nil"] && shown(operation.outcome) == "5",
        """
        outcome before start(), on another thread while read runs, and after start(): expected nil, nil, 5, \
        got \(before), \(notes.text), \(shown(operation.outcome)). Is a lock held while read runs?
        """)
      everyOrder(
        "one thread runs the operation, another one reads its outcome",
        cause: "which lock do the thread that stores the outcome and the one that reads it both hold?"
      ) { scene in
        let operation = Story.addsUp.operation()
        scene.thread("run") { operation.start() }
        scene.thread("read") {
          let outcome = shown(operation.outcome)
          scene.expect(["nil", "5"].contains(outcome), "the outcome is nil or 5 (got \(outcome))")
        }
        scene.finally {
          let outcome = shown(operation.outcome)
          scene.expect(outcome == "5", "the finished operation has the outcome 5 (got \(outcome))")
        }
      }
    }
  }
}
