import Foundation
import Terminal

/// Measures rows: all contenders in turn, round after round, and takes the medians.
///
/// They take turns because a machine gets warm or busy over time, which should affect all contenders alike.
struct Measuring {
  let rounds: Int
  let progress: ProgressLine

  /// Foundation is left out if one run would take longer than this.
  private let patience = 10.0
  /// A contender that has used this many seconds skips the remaining rounds of the row.
  private let budget = 5.0

  /// The time of one run of Foundation for each n of the current case so far.
  private var history: [(n: Int, seconds: Double)] = []
  private var bytes: [Contender: Double] = [:]

  init(rounds: Int, progress: ProgressLine) {
    self.rounds = rounds
    self.progress = progress
  }

  /// Begins a case: discards the state of the previous one, and runs each contender once to warm up.
  ///
  /// So threads and memory exist before the rounds that count. Bytes are measured here too, because they do not
  /// depend on n.
  mutating func begin(_ workload: Workload, limit: Int) {
    progress.show("\(workload.rawValue), bytes per waiting operation")
    history = []
    for contender in Contender.allCases {
      _ = Platform.pooled { contender.seconds(workload, limit: limit, n: 1_000) }
    }
    bytes[.mini] = Platform.pooled { OperationCases<Mini>.bytes(workload, n: 10_000) }
    bytes[.foundation] = Platform.pooled { OperationCases<Original>.bytes(workload, n: 10_000) }
  }

  /// Measures one row of the case that was begun; call it with growing `n`.
  mutating func row(_ workload: Workload, limit: Int, n: Int) -> Row {
    var row = Row(workload: workload, limit: limit, n: n)
    row.bytes = bytes
    if n > workload.largestForFoundation {
      row.absences[.foundation] = .overflows
    } else if expectation(for: n) > patience {
      row.absences[.foundation] = .tooSlow
    }
    var samples: [Contender: [Double]] = [:]
    for round in 1...rounds {
      for contender in Contender.allCases {
        let spent = samples[contender, default: []].reduce(0, +)
        if row.absences[contender] != nil || spent > budget { continue }
        progress.show("\(workload.rawValue), n = \(n), round \(round) of \(rounds), \(contender.name)")
        if let seconds = Platform.pooled({ contender.seconds(workload, limit: limit, n: n) }) {
          samples[contender, default: []].append(seconds)
        } else {
          row.absences[contender] = .incomparable
        }
      }
    }
    progress.clear()
    for (contender, samples) in samples { row.nanoseconds[contender] = median(samples) * 1e9 / Double(n) }
    if let seconds = samples[.foundation] { history.append((n, median(seconds))) }
    return row
  }

  /// Predicts how long Foundation takes for `n` from its times for smaller sizes.
  private func expectation(for n: Int) -> Double {
    guard let last = history.last else { return 0 }
    let step = Double(n) / Double(last.n)
    // One point does not show the slope, so the guess is between linear and quadratic.
    guard history.count > 1 else { return last.seconds * pow(step, 1.5) }
    let former = history[history.count - 2]
    let slope = log(last.seconds / former.seconds) / log(Double(last.n) / Double(former.n))
    return last.seconds * pow(step, max(1, slope))
  }
}

extension Contender {
  /// Seconds for one run; nil if this contender has no equivalent.
  fileprivate func seconds(_ workload: Workload, limit: Int, n: Int) -> Double? {
    switch self {
    case .mini: OperationCases<Mini>.seconds(workload, limit: limit, n: n)
    case .foundation: OperationCases<Original>.seconds(workload, limit: limit, n: n)
    case .taskGroup: TaskGroupCases.seconds(workload, limit: limit, n: n)
    case .gcd: DispatchCases.seconds(workload, limit: limit, n: n)
    case .unobserved:
      workload == .observed ? OperationCases<Mini>.seconds(.independent, limit: limit, n: n) : nil
    }
  }
}

/// The median of several samples.
func median(_ samples: [Double]) -> Double {
  let sorted = samples.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
