import Threading

/// A program whose schedules a ``Model`` plays: threads that read, write, lock, wait, signal and sleep.
///
/// It is written as `L0w1 r0U0 | Z2 A1`: threads between bars, steps between spaces, and in a step its
/// actions:
///
/// - `r0`, `w0`: read or write the variable 0
/// - `p0`: do what no other thread can notice
/// - `e0`: read the variable 0, and end if it was written
/// - `F2`: start the third thread, which does not start by itself then
/// - `L0`, `U0`: lock or unlock the lock 0
/// - `W0`, `T0`: wait for a signal of the lock 0, which is free meanwhile; `T` for 5 seconds at most
/// - `S0`, `B0`: signal, or broadcast
/// - `A0`, `a0`: wait for the semaphore 0; `a` for 3 seconds at most
/// - `P0`: signal the semaphore 0
/// - `Z2`: sleep for 2 seconds
struct ModelProgram: CustomStringConvertible {
  enum Action {
    /// Before the next action, other threads may run.
    case point
    /// The same, before what no other thread can notice.
    case privateStep
    case read(Int)
    case write(Int)
    case endIfWritten(Int)
    case start(Int)
    case want(lock: Int)
    case take(lock: Int)
    case release(lock: Int)
    case wait(lock: Int, seconds: Int?)
    /// Reads whether the last wait timed out.
    case readTimeout
    case wake(lock: Int, all: Bool)
    case sleep(seconds: Int)
    case awake
    case await(semaphore: Int, seconds: Int?)
    /// Counts the semaphore down if it is positive, and reads whether it was.
    case get(semaphore: Int, isTimed: Bool)
    case post(semaphore: Int)
  }

  let description: String
  let threads: [[Action]]
  /// The threads that others start.
  let started: Set<Int>

  init(_ text: String) {
    description = text
    threads = text.split(separator: "|").map { $0.split(separator: " ").flatMap { Self.step(String($0)) } }
    started = Set(threads.joined().compactMap { if case .start(let thread) = $0 { thread } else { nil } })
  }

  private static func step(_ text: String) -> [Action] {
    var rest = text[...]
    var actions: [Action] = "rweFSBP".contains(text.first ?? " ") ? [.point] : []
    while let letter = rest.popFirst(), let number = rest.popFirst()?.wholeNumberValue {
      switch letter {
      case "r": actions.append(.read(number))
      case "w": actions.append(.write(number))
      case "p": actions.append(.privateStep)
      case "e": actions.append(.endIfWritten(number))
      case "F": actions.append(.start(number))
      case "L": actions += [.want(lock: number), .take(lock: number)]
      case "U": actions += [.release(lock: number), .point]
      case "W": actions += [.wait(lock: number, seconds: nil), .take(lock: number), .readTimeout]
      case "T": actions += [.wait(lock: number, seconds: 5), .take(lock: number), .readTimeout]
      case "S": actions.append(.wake(lock: number, all: false))
      case "B": actions.append(.wake(lock: number, all: true))
      case "A": actions += [.await(semaphore: number, seconds: nil), .get(semaphore: number, isTimed: false)]
      case "a": actions += [.await(semaphore: number, seconds: 3), .get(semaphore: number, isTimed: true)]
      case "P": actions.append(.post(semaphore: number))
      case "Z": actions += [.sleep(seconds: number), .awake]
      default: preconditionFailure("'\(letter)' is not an action.")
      }
    }
    return actions
  }
}

extension ModelProgram {
  /// What a random program consists of besides reading and writing.
  enum Means: CaseIterable {
    case nothing, locks, signals, semaphores, time
    /// Threads that others start, and threads that end early, depending on what they read.
    case workers
    /// Steps that no other thread can notice.
    case privacy
  }

  /// A random program of so many threads.
  init(seed: UInt64, threads count: Int, _ means: Set<Means>) {
    var dice = SplitMix64(seed: seed)
    var threads = (0..<count).map { _ in Self.thread(means, &dice) }
    if means.contains(.workers) {
      for worker in count...(count + dice.below(2)) {
        let starter = dice.below(worker)
        let place = dice.below(threads[starter].count)
        let step = threads[starter][place]
        if let end = step.firstIndex(of: "U"), dice.below(3) > 0 {
          threads[starter][place] = step[..<end] + "F\(worker)" + step[end...]
        } else {
          threads[starter].insert("F\(worker)", at: place)
        }
        threads.append(Self.thread(means, &dice))
      }
    }
    self.init(threads.map { $0.joined(separator: " ") }.joined(separator: " | "))
  }

  private static func thread(_ means: Set<Means>, _ dice: inout SplitMix64) -> [String] {
    let kinds = [Means.nothing] + Means.allCases.filter(means.contains)
    var steps: [String] = []
    var held: [Int] = []
    for _ in 0...dice.below(means.isEmpty ? 3 : 2) {
      switch kinds[dice.below(kinds.count)] {
      case .nothing: steps.append(accesses(&dice))
      case .locks:
        let lock = dice.below(2)
        if held.contains(lock) {
          steps.append(accesses(&dice) + "U\(lock)")
          held.removeAll { $0 == lock }
        } else {
          steps += section(lock, means, &dice)
          if dice.below(3) == 0 { held.append(lock) } else { steps[steps.count - 1] += "U\(lock)" }
        }
      case .signals: steps.append("\(dice.below(2) == 0 ? "S" : "B")\(dice.below(2))")
      case .semaphores:
        steps.append(dice.below(2) == 0 ? "P0" : means.contains(.time) ? "a0" : "A0")
      case .time: steps.append("Z\(dice.below(3))")
      case .privacy: steps.append("p0")
      case .workers: if held.isEmpty { steps.append("e\(dice.below(2))") }
      }
    }
    if steps.isEmpty { steps.append(accesses(&dice)) }
    return steps + held.reversed().map { accesses(&dice) + "U\($0)" }
  }

  /// A critical section up to its unlock, in which the thread may wait and wake others.
  private static func section(_ lock: Int, _ means: Set<Means>, _ dice: inout SplitMix64) -> [String] {
    var steps = ["L\(lock)" + accesses(&dice)]
    if dice.below(2) == 0 {
      steps.append(means.contains(.privacy) && dice.below(3) > 0 ? "p0" : accesses(&dice))
    }
    guard means.contains(.signals) else { return steps }
    if dice.below(3) == 0 {
      steps[steps.count - 1] += (means.contains(.time) ? "T" : "W") + "\(lock)" + accesses(&dice)
    }
    if dice.below(3) == 0 { steps[steps.count - 1] += (dice.below(2) == 0 ? "S" : "B") + "\(lock)" }
    return steps
  }

  private static func accesses(_ dice: inout SplitMix64) -> String {
    (0...dice.below(2)).map { _ in (dice.below(2) == 0 ? "r" : "w") + "\(dice.below(2))" }.joined()
  }
}
