import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise01

/// An error that the exercise does not know.
struct PaperJam: Error, Equatable { let drawer: Int }

/// An outcome in words that can be compared, whatever description an answer gives its errors.
func shown(_ outcome: Result<Int, any Error>?) -> String {
  switch outcome {
  case nil: "nil"
  case .success(let sum): "\(sum)"
  case .failure(ReceiptError.tooMuch(let line)): "ReceiptError.tooMuch(line: \(line))"
  case .failure(ReceiptError.notAnAmount(let line, let text)):
    "ReceiptError.notAnAmount(line: \(line), text: \(text.debugDescription))"
  case .failure(let error): "\(error)"
  }
}

/// Starts an operation for each receipt and expects its outcome; stops at the first one that is wrong.
func checkOutcomes(
  _ table: [(lines: [String], outcome: Result<Int, any Error>)], _ cause: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (lines, outcome) in table {
    let operation = AddUp { lines }
    operation.start()
    let (expected, got) = (shown(outcome), shown(operation.outcome))
    expect(
      operation.isFinished && got == expected,
      "outcome of the lines \(lines.suffix(4)): expected \(expected), got \(got). \(cause)",
      sourceLocation: sourceLocation)
    if got != expected { return }
  }
}

/// How an operation is run, and the outcomes that it may have.
enum Story: String, CaseIterable {
  case addsUp = "adds up", hasABadLine = "has a bad line", hasAReadThatThrows = "has a read that throws"
  case isCancelledBefore = "is cancelled before it starts"
  case isCancelledInRead = "is cancelled while it reads"

  /// An operation of this story; `meanwhile` is called while it reads.
  func operation(
    error: any Error = PaperJam(drawer: 1), _ meanwhile: @escaping @Sendable (AddUp) -> Void = { _ in }
  ) -> AddUp {
    let itself = Reference<AddUp>()
    let operation = AddUp {
      if self == .isCancelledInRead { itself.object?.cancel() }
      itself.object.map(meanwhile)
      if self == .hasAReadThatThrows { throw error }
      return self == .hasABadLine ? ["tea"] : ["2", "3"]
    }
    itself.object = operation
    return operation
  }

  func run(_ operation: AddUp) {
    if self == .isCancelledBefore { operation.cancel() }
    operation.start()
  }

  var outcomes: [String] {
    switch self {
    case .addsUp: ["5"]
    case .hasABadLine: [shown(.failure(ReceiptError.notAnAmount(line: 1, text: "tea")))]
    case .hasAReadThatThrows: [shown(.failure(PaperJam(drawer: 1)))]
    case .isCancelledBefore: [shown(.failure(CancellationError()))]
    case .isCancelledInRead: ["5", shown(.failure(CancellationError()))]
    }
  }

  var expected: String { outcomes.joined(separator: " or ") }
}
