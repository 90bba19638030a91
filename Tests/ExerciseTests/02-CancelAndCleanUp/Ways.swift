import Exercise02
import ExerciseSupport

/// How a copy ends, with the number of the call in which that is decided.
enum Way: CustomStringConvertible {
  case fine, cancelledBefore, cancelledInClosing
  case cancelled(Int), failing(Int), cancelledAndFailing(Int), cancelledThenFailing(Int)

  var description: String {
    switch self {
    case .fine: "without trouble"
    case .cancelledBefore: "that is cancelled before it starts"
    case .cancelled(let number): "that is cancelled in call \(number + 1)"
    case .failing(let number): "whose call \(number + 1) throws"
    case .cancelledAndFailing(let number): "that is cancelled in call \(number + 1), which throws"
    case .cancelledThenFailing(let number):
      "that is cancelled in call \(number + 1), and whose next call throws"
    case .cancelledInClosing: "that is cancelled in each of its closings"
    }
  }

  /// All of them, of a copy that makes so many calls.
  static func all(calls: Int) -> [Way] {
    [.fine, .cancelledBefore, .cancelledInClosing]
      + (0..<calls).flatMap { number -> [Way] in
        [.cancelled(number), .failing(number), .cancelledAndFailing(number)]
      } + (0..<calls - 1).map { Way.cancelledThenFailing($0) }
  }

  /// One of them by chance, of a copy that makes so many calls.
  static func random(_ dice: inout Dice, calls: Int) -> Way {
    let ways = all(calls: calls)
    return ways[dice.number(below: ways.count)]
  }

  /// A copy that ends in this way, and its belt; take the surprise out of the belt afterwards.
  func make(_ parts: [Int]) -> (Belt, Copy) {
    switch self {
    case .fine:
      let belt = Belt(parts)
      return (belt, Copy(belt))
    case .cancelledBefore:
      let belt = Belt(parts)
      let operation = Copy(belt)
      operation.cancel()
      return (belt, operation)
    case .cancelled(let number): return copyThatIsCancelled(in: number, parts)
    case .failing(let number):
      let belt = Belt(parts, surpriseAt: number) { throw Spill() }
      return (belt, Copy(belt))
    case .cancelledAndFailing(let number):
      let (belt, operation) = copyThatIsCancelled(in: number, parts)
      belt.surprise(with: {
        operation.cancel()
        throw Spill()
      })
      return (belt, operation)
    case .cancelledThenFailing(let number):
      let (belt, operation) = copyThatIsCancelled(in: number, parts)
      belt.surprise(callsLater: 1) { throw Spill() }
      return (belt, operation)
    case .cancelledInClosing:
      let belt = Belt(parts)
      let operation = Copy(belt)
      belt.whenClosing { operation.cancel() }
      return (belt, operation)
    }
  }

  /// What a copy that ends in this way may have called.
  func allowed(of parts: [Int]) -> [[String]] {
    let belt = Belt(parts)
    return switch self {
    case .fine, .cancelledInClosing: [belt.calls(upTo: belt.allCalls.count)]
    case .cancelledBefore: [[]]
    case .cancelled(let number): belt.callsWhenCancelled(in: number)
    case .failing(let number), .cancelledAndFailing(let number): [belt.calls(upTo: number, hasFailed: true)]
    case .cancelledThenFailing(let number):
      [belt.calls(upTo: number), belt.calls(upTo: number + 1, hasFailed: true)]
    }
  }

  /// Whether an error must be there in the end, or must not; nil where it may be.
  var hasError: Bool? {
    switch self {
    case .fine, .cancelledBefore, .cancelled, .cancelledInClosing: false
    case .failing: true
    case .cancelledAndFailing, .cancelledThenFailing: nil
    }
  }
}

/// An error whose release can be seen.
final class Spill: Error {}
