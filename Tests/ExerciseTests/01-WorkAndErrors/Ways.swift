import ExerciseSupport
import MiniOperations

@testable import Exercise01

/// The ways in which an operation may end.
enum Way: String, CaseIterable {
  case addsUp = "has added up", findsABadLine = "has found a bad line", findsTooMuch = "has found too much"
  case readThrows = "had a read that throws", cancelledBefore = "was cancelled before its start"
  case cancelledWhileItReads = "was cancelled while it read", neverStarted = "was never started"

  /// Does what belongs to this way while it reads, and returns the lines.
  func read(_ itself: Weakly, _ smudge: Smudge = Smudge()) throws -> [String] {
    if self == .cancelledWhileItReads { itself.operation?.cancel() }
    itself.seen.add(shown(itself.operation?.outcome))
    if self == .readThrows { throw smudge }
    return lines
  }

  /// What happens to the operation.
  func takePlace(with operation: AddUp) {
    if self == .cancelledBefore { operation.cancel() }
    if self != .neverStarted { operation.start() }
  }

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
    case .neverStarted: ["nothing"]
    }
  }
}

/// An error whose release can be seen.
final class Smudge: Error, CustomStringConvertible {
  var description: String { "Smudge" }
}

/// Knows an operation without holding it.
final class Weakly: @unchecked Sendable {
  // Unchecked: set before the operation starts.
  weak var operation: AddUp?
  /// The outcomes that were seen while it read.
  let seen = Notes()
}

/// A receipt of random lines, and what must come of it.
struct Receipt: Sendable, CustomStringConvertible {
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
