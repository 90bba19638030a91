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
              if way == .cancelledWhileItReads { itself.operation?.cancel() }
              if way == .readThrows { throw smudge }
              return way.lines
            }
            (remaining, remainingRead, remainingError) = (operation, readings, smudge)
            itself.operation = operation
            if way == .cancelledBefore { operation.cancel() }
            operation.start()
            outcome = shown(operation.outcome)
          }
          run()
          expect(
            way.outcomes.contains(outcome),
            "expected \(way.outcomes[0]), got \(outcome): is the outcome stored?")
          let kept = [remaining.map { _ in "the operation" }, remainingRead.map { _ in "what read holds" }]
          let all = (kept + [remainingError.map { _ in "the error" }]).compactMap { $0 }
          expect(
            all.isEmpty,
            """
            expected nothing to stay of an operation that \(way.rawValue), got \(all.joined(separator: ", ")): does it \
            hold a closure that holds it? Is anything stored outside the operation?
            """)
        }
      }
    }
    judge(end)
  }
}

/// The ways in which an operation may end.
private enum Way: String, CaseIterable {
  case addsUp = "has added up", findsABadLine = "has found a bad line", findsTooMuch = "has found too much"
  case readThrows = "had a read that throws", cancelledBefore = "was cancelled before its start"
  case cancelledWhileItReads = "was cancelled while it read"

  var lines: [String] {
    switch self {
    case .findsABadLine: ["tea"]
    case .findsTooMuch: ["\(Int.max)", "1"]
    default: ["2", "3"]
    }
  }

  var outcomes: [String] {
    switch self {
    case .addsUp: ["5"]
    case .findsABadLine: [shown(.failure(ReceiptError.notAnAmount(line: 1, text: "tea")))]
    case .findsTooMuch: [shown(.failure(ReceiptError.tooMuch(line: 2)))]
    case .readThrows: [shown(.failure(Smudge()))]
    case .cancelledBefore: [shown(.failure(CancellationError()))]
    case .cancelledWhileItReads: ["5", shown(.failure(CancellationError()))]
    }
  }
}

/// An error whose release can be seen.
private final class Smudge: Error, CustomStringConvertible {
  var description: String { "Smudge" }
}

/// Knows an operation without holding it.
private final class Weakly: @unchecked Sendable {
  // Unchecked: set before the operation starts.
  weak var operation: AddUp?
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
