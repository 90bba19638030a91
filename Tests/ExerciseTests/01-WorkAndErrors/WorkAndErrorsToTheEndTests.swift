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
        let receipts = (0..<60).map { _ in Receipt(&dice) }
        let operations = receipts.map { receipt in AddUp { try receipt.read() } }
        for (receipt, operation) in zip(receipts, operations) where receipt.isCancelled { operation.cancel() }
        let queue = MiniOperationQueue()
        queue.maxConcurrentOperationCount = dice.roll(1...8)
        queue.addOperations(operations, waitUntilFinished: false)
        let isEmpty = queue.empties()
        for (receipt, operation) in zip(receipts, operations) {
          let (expected, got) = (shown(receipt.outcome), shown(operation.outcome))
          let isRight = isEmpty && expected == got
          expect(
            isRight,
            """
            seed \(dice.seed): expected \(expected) for \(receipt), got \(got). If a requirement about one receipt \
            fails as well, look there first; if not, look for what two operations share
            """)
          if !isRight { return }
        }
      }
    }
    judge(end)
  }

  @Test func `When the operation is released, nothing of it stays in memory`() async {
    let end = await #expect(processExitsWith: .ended, observing: lastWords, stopped) {
      fulfil {
        weak var remaining: AddUp?
        var outcome = ""
        func run(_ read: @escaping @Sendable () throws -> [String]) {
          let operation = AddUp(read: read)
          remaining = operation
          operation.start()
          outcome = shown(operation.outcome)
        }
        for expected in ["5", "the error PaperJam(drawer: 5)"] {
          run { if expected == "5" { ["5"] } else { throw PaperJam(drawer: 5) } }
          expect(outcome == expected, "expected \(expected), got \(outcome): is the outcome stored?")
          expect(
            remaining == nil,
            """
            expected the operation to be released with its last reference, got one that stays: does it hold a closure \
            that holds it?
            """)
        }
      }
    }
    judge(end)
  }
}

/// A receipt of random lines, and what must come of it.
private struct Receipt: Sendable, CustomStringConvertible {
  let isCancelled: Bool
  private let jam: PaperJam?
  private let lines: [String]

  init(_ dice: inout Dice) {
    isCancelled = dice.once(in: 8)
    jam = dice.once(in: 8) ? PaperJam(drawer: dice.roll(1...99)) : nil
    lines = (0..<dice.roll(0...8)).map { _ in
      if dice.once(in: 20) { return ["x", "1.5", ""].randomElement(using: &dice) ?? "" }
      return "\(dice.once(in: 12) ? Int.max - 100 : dice.roll(-99...99))"
    }
  }

  func read() throws -> [String] {
    if let jam { throw jam }
    return lines
  }

  var description: String {
    "the lines \(lines), \(isCancelled ? "cancelled" : jam.map { "\($0)" } ?? "as they are")"
  }

  var outcome: Result<Int, any Error> {
    if isCancelled { return .failure(CancellationError()) }
    if let jam { return .failure(jam) }
    var sum = 0
    for (index, line) in lines.enumerated() {
      guard let amount = Int(line) else {
        return .failure(ReceiptError.notAnAmount(line: index + 1, text: line))
      }
      let (next, isOver) = sum.addingReportingOverflow(amount)
      if isOver { return .failure(ReceiptError.tooMuch(line: index + 1)) }
      sum = next
    }
    return .success(sum)
  }
}
