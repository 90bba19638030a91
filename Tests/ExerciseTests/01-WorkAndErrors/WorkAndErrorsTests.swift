import ExerciseSupport
import Foundation
import MiniOperations
import Testing

@testable import Exercise01

@Suite(.serialized, .requirements) struct `Work and errors` {
  @Test func `A receipt is added up, and an empty receipt sums to zero`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let amounts = (0..<dice.roll(2...6)).map { _ in dice.roll(-50...100) }
        // As Int reads them: with a sign, and with any number of zeros in front.
        let odd = ["+7", "007", "-0", String(repeating: "0", count: 30) + "7"]
        let receipts = [(amounts.map { "\($0)" }, amounts), ([], []), (odd, [7, 7, 0, 7])]
        let limits = [Int.max, .min].map { (["\($0)"], [$0]) }
        for (lines, amounts) in receipts + limits {
          let operation = AddUp { lines }
          let before = shown(operation.outcome)
          operation.start()
          let sum = amounts.reduce(0, +)
          expect(
            before == "nothing" && shown(operation.outcome) == "\(sum)",
            """
            expected nothing before the start and \(sum) after it for the lines \(lines), got \(before) and \
            \(shown(operation.outcome)): where does main leave what it has added up?
            """)
        }
      }
    }
    judge(end)
  }

  @Test func `The receipt is read once, by main and not before`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
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
          expected no reading before the start and one after it, got \(before) and \(readings.count): \
          is read called in init, or on each read of the outcome?
          """)
      }
    }
    judge(end)
  }

  @Test func `The error names the first line that is not an amount`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        // Numbers, but none that Int accepts.
        let tooLong = [
          "\(Int.max.magnitude + 1)", "-\(Int.min.magnitude + 1)", "\(Int.max)00", "-\(Int.max)00",
        ]
        // What another reader of numbers may accept.
        let foreign = ["٣", "²", "７", "1_000", "0x1F", "1e3", "7.0", "+", "+-7", "--7"]
        let texts = ["", "-", "tea", "4,50", "7 ", " 7", "7\n"] + foreign + tooLong
        for (round, text) in texts.enumerated() {
          // Once with more lines than two bytes can count.
          var lines = (0..<(round == 0 ? 70_000 : dice.roll(2...6))).map { "\($0)" }
          let bad = round == 0 ? 66_000 : dice.number(below: lines.count)
          lines.insert(text, at: bad)
          let receipt = lines + ["and another one"]
          let operation = AddUp { receipt }
          operation.start()
          expect(
            operation, failsWith: ReceiptError.notAnAmount(line: bad + 1, text: text),
            "for the lines \(receipt.dropFirst(bad).prefix(2)) after \(bad) others",
            "is a bad line left out or trimmed, are the lines counted from 0, or does anything but Int decide?"
          )
        }
      }
    }
    judge(end)
  }

  @Test func `If several lines are wrong, the first one is reported`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let most = "\(Int.max)"
        let cases: [([String], ReceiptError)] = [
          ([most, "1", "tea"], .tooMuch(line: 2)),
          (["1", "tea", most, "1"], .notAnAmount(line: 2, text: "tea")),
          // What comes later does not make up for it.
          ([most, "1", "-5"], .tooMuch(line: 2)), (["\(Int.min)", "-1", "5"], .tooMuch(line: 2)),
        ]
        for (receipt, error) in cases {
          let operation = AddUp { receipt }
          operation.start()
          expect(
            operation, failsWith: error, "for the lines \(receipt)",
            "is each line read and added before the next one is read?")
        }
      }
    }
    judge(end)
  }

  @Test func `An error thrown by the read arrives unchanged`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        // A read that adds up another receipt may throw a ReceiptError itself.
        let errors: [any Error] = [
          PaperJam(drawer: dice.roll(1...99)), CancellationError(),
          ReceiptError.notAnAmount(line: dice.roll(0...99), text: "tea"),
          ReceiptError.tooMuch(line: dice.roll(0...99)),
        ]
        for error in errors {
          let operation = AddUp { throw error }
          operation.start()
          expect(
            operation, failsWith: error, "when the reading throws it",
            "is it caught and dropped, or changed on its way?")
        }
      }
    }
    judge(end)
  }

  @Test func `A sum that is too large or too small is an error like any other`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        var dice = Dice()
        let amount = dice.roll(2...9)
        // Some sums are zero, or have the right sign, after they have wrapped.
        for receipt in [
          ["1", "\(Int.max)", "\(amount)"], ["-1", "-\(amount)", "\(Int.min)"],
          ["\(Int.max)", "\(Int.max)"], ["\(Int.min)", "\(Int.min)"],
        ] {
          let bad = receipt[1].count > 9 ? 2 : 3
          let operation = AddUp { receipt }
          operation.start()
          expect(
            operation, failsWith: ReceiptError.tooMuch(line: bad), "for the lines \(receipt)",
            "does + add them? It traps on an overflow, and nothing catches a trap. Does &+? Its sum may be anything"
          )
        }
        for (limit, sign) in [(Int.max, -1), (.min, 1)] {
          let fits = AddUp { ["\(limit)", "\(sign * amount)", "\(-sign * amount)"] }
          fits.start()
          expect(
            shown(fits.outcome) == "\(limit)",
            "expected \(limit), which still fits, got \(shown(fits.outcome)): is the limit one too strict?")
        }
      }
    }
    judge(end)
  }

  @Test func `After an error it has finished, and what depends on it finds the error`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        let workers = SteppedWorkers()
        let queue = MiniOperationQueue(workers: workers)
        let operation = AddUp { throw PaperJam(drawer: 1) }
        let notes = Notes()
        let dependent = MiniBlockOperation { notes(shown(operation.outcome)) }
        dependent.addDependency(operation)
        // It may begin as soon as it is ready, before any observer of the end is called.
        let observation = dependent.observe(\.isReady) { [weak operation] dependent, _ in
          if dependent.isReady { notes(shown(operation?.outcome)) }
        }
        queue.addOperations([dependent, operation], waitUntilFinished: false)
        workers.run()
        observation.invalidate()
        let expected = shown(.failure(PaperJam(drawer: 1)))
        expect(
          operation.isFinished && notes.lines == [expected, expected],
          """
          expected the dependent to find \(expected) when it becomes ready and when it begins, got \(notes.text): has \
          main stored the error by the time it returns?
          """)
      }
    }
    judge(end)
  }
}

/// An error that the exercise does not know.
struct PaperJam: Error, Equatable {
  let drawer: Int
}

/// What came out, in words that can be compared.
func shown(_ outcome: Result<Int, any Error>?) -> String {
  switch outcome {
  case nil: "nothing"
  case .success(let sum): "\(sum)"
  case .failure(let error as ReceiptError): "the error ReceiptError.\(error)"
  case .failure(let error): "the error \(error)"
  }
}

/// Expects that an operation has ended with this very error.
func expect(_ operation: AddUp, failsWith error: any Error, _ circumstance: String, _ cause: String) {
  let (expected, got) = (shown(.failure(error)), shown(operation.outcome))
  expect(
    operation.isFinished && got == expected, "expected \(expected) \(circumstance), got \(got): \(cause)")
}
