import Exercise02
import ExerciseSupport

/// How a copy ends, with the number of the call in which that is decided.
enum Way: CustomStringConvertible {
  case fine, cancelledBefore, cancelled(Int), failing(Int), cancelledAndFailing(Int)

  var description: String {
    switch self {
    case .fine: "without trouble"
    case .cancelledBefore: "that is cancelled before it starts"
    case .cancelled(let number): "that is cancelled in call \(number + 1)"
    case .failing(let number): "whose call \(number + 1) throws"
    case .cancelledAndFailing(let number): "that is cancelled in call \(number + 1), which throws"
    }
  }

  /// One of them by chance, of a copy that makes so many calls.
  static func random(_ dice: inout Dice, calls: Int) -> Way {
    let number = dice.number(below: calls)
    return [.fine, .cancelledBefore, .cancelled(number), .failing(number), .cancelledAndFailing(number)][
      dice.number(below: 5)]
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
    }
  }

  /// What a copy that ends in this way may have called.
  func allowed(of parts: [Int]) -> [[String]] {
    let belt = Belt(parts)
    return switch self {
    case .fine: [belt.calls(upTo: belt.allCalls.count)]
    case .cancelledBefore: [[]]
    case .cancelled(let number): belt.callsWhenCancelled(in: number)
    case .failing(let number), .cancelledAndFailing(let number): [belt.calls(upTo: number, hasFailed: true)]
    }
  }
}

/// An error whose release can be seen.
final class Spill: Error {}
