import Chance

@testable import Explorer

/// A program whose schedules a model plays: threads that read, write, lock, wait and signal.
///
/// It is written as `L0w1 r0U0 | w0 A1`: threads between bars, steps between spaces, and in a step its actions, each
/// with the number of a variable, a lock or a semaphore.
struct ModelProgram: CustomStringConvertible {
  enum Action: Character {
    case read = "r"
    case write = "w"
    case lock = "L"
    case unlock = "U"
    /// Waits for a signal of a lock, which is free meanwhile; the next step resumes.
    case wait = "W"
    case resume = "R"
    case signal = "S"
    case broadcast = "B"
    /// Waits until a semaphore is positive, and counts it down.
    case await = "A"
    case post = "P"
  }

  struct Step {
    var actions: [(action: Action, number: Int)] = []
    private(set) var footprint = Footprint()

    mutating func add(_ action: Action, _ number: Int) {
      actions.append((action, number))
      let resource = action.isOfVariable ? number : action.isOfSemaphore ? 20 + number : 10 + number
      footprint.add(Footprint.bit(ofResource: resource), isWrite: action != .read)
    }

    /// The lock or the semaphore that the step needs before it can begin, as a bit.
    var obstacle: UInt64 {
      if let lock { return Footprint.bit(ofResource: 10 + lock) }
      return semaphore.map { Footprint.bit(ofResource: 20 + $0) } ?? 0
    }
    var lock: Int? { number { $0 == .lock || $0 == .resume } }
    var semaphore: Int? { number { $0 == .await } }
    var resumes: Bool { number { $0 == .resume } != nil }

    private func number(_ isIt: (Action) -> Bool) -> Int? { actions.first { isIt($0.action) }?.number }
  }

  private(set) var threads: [[Step]] = []

  init(_ text: String) {
    threads = text.split(separator: "|").map { thread in
      [Step()] + thread.split(separator: " ").flatMap { Self.steps(String($0)) }
    }
  }

  /// A step, and an empty one after an unlock: there a thread may be paused, too.
  private static func steps(_ text: String) -> [Step] {
    var step = Step()
    var pairs = text[...]
    while let letter = pairs.popFirst(), let digit = pairs.popFirst() {
      step.add(Action(rawValue: letter)!, digit.wholeNumberValue!)
    }
    return step.actions.contains { $0.action == .unlock } ? [step, Step()] : [step]
  }

  /// A random program of so many threads.
  init(seed: UInt64, threads count: Int, withLocks: Bool) {
    var dice = SplitMix64(seed: seed)
    self.init((0..<count).map { _ in Self.thread(withLocks: withLocks, &dice) }.joined(separator: " | "))
  }

  private static func thread(withLocks: Bool, _ dice: inout SplitMix64) -> String {
    var steps: [String] = []
    var held: [Int] = []
    for _ in 0...dice.below(3) {
      let kind = withLocks ? dice.below(9) : 0
      switch kind {
      case 0..<4: steps.append(accesses(&dice))
      case 4..<7:
        let lock = dice.below(2)
        if held.contains(lock) {
          steps[steps.count - 1] += "U\(held.removeLast())"
        } else {
          steps += section(lock, &dice)
          if dice.below(3) == 0 { held.append(lock) } else { steps[steps.count - 1] += "U\(lock)" }
        }
      case 7: steps.append((dice.below(2) == 0 ? "S" : "B") + "\(dice.below(2))")
      default: steps.append((dice.below(2) == 0 ? "A" : "P") + "0")
      }
    }
    return (steps + held.reversed().map { accesses(&dice) + "U\($0)" }).joined(separator: " ")
  }

  /// The beginning of a critical section, in which the thread may wait and wake others.
  private static func section(_ lock: Int, _ dice: inout SplitMix64) -> [String] {
    var steps = ["L\(lock)" + accesses(&dice)]
    if dice.below(2) == 0 { steps.append(accesses(&dice)) }
    if dice.below(4) == 0 {
      steps[steps.count - 1] += "W\(lock)"
      steps.append("R\(lock)" + accesses(&dice))
    }
    if dice.below(4) == 0 { steps[steps.count - 1] += (dice.below(2) == 0 ? "S" : "B") + "\(lock)" }
    return steps
  }

  private static func accesses(_ dice: inout SplitMix64) -> String {
    (0...dice.below(2)).map { _ in (dice.below(2) == 0 ? "r" : "w") + "\(dice.below(2))" }.joined()
  }

  var description: String {
    threads.map { thread in
      thread.filter { !$0.actions.isEmpty }
        .map { $0.actions.map { "\($0.action.rawValue)\($0.number)" }.joined() }.joined(separator: " ")
    }.joined(separator: " | ")
  }
}

extension ModelProgram.Action {
  var isOfVariable: Bool { self == .read || self == .write }
  fileprivate var isOfSemaphore: Bool { self == .await || self == .post }
}
