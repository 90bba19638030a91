import Foundation
import Terminal

/// Measures rows: all contenders in turn, round after round, and takes the medians.
///
/// They take turns because a machine gets warm or busy over time, which should affect all contenders alike.
struct Measuring {
  let rounds: Int
  let progress: ProgressLine

  /// Foundation is left out if one run would take longer than this.
  private static let patience = 10.0
  /// A contender that has used this many seconds skips the remaining rounds of the row.
  private static let budget = 5.0

  /// Measures these cases, at all their limits and sizes.
  func rows(_ workloads: [Workload]) -> [Row] {
    defer { progress.clear() }
    return workloads.flatMap { workload in
      workload.limits.flatMap { limit in workload.sizes.map { row(workload, limit: limit, n: $0) } }
    }
  }

  private func row(_ workload: Workload, limit: Int, n: Int) -> Row {
    var row = Row(workload: workload, limit: limit, n: n)
    progress.show("\(workload.rawValue), n = \(n), warming up")
    // So threads and memory exist before the rounds that count.
    for contender in Contender.allCases {
      _ = Platform.pooled { contender.seconds(workload, limit: limit, n: 1_000) }
    }
    row.bytes[.mini] = Platform.pooled { OperationCases<Mini>.bytes(workload, n: 10_000) }
    row.bytes[.foundation] = Platform.pooled { OperationCases<Original>.bytes(workload, n: 10_000) }
    let overflows = n > workload.largestForFoundation
    row.isTooLongForFoundation = !overflows && expectation(workload, limit: limit, n: n) > Self.patience

    var samples: [Contender: [Double]] = [:]
    for round in 1...rounds {
      for contender in Contender.allCases where samples[contender, default: []].reduce(0, +) <= Self.budget {
        if contender == .foundation && (overflows || row.isTooLongForFoundation) { continue }
        progress.show("\(workload.rawValue), n = \(n), round \(round) of \(rounds)")
        if let seconds = Platform.pooled({ contender.seconds(workload, limit: limit, n: n) }) {
          samples[contender, default: []].append(seconds)
        }
      }
    }
    row.nanoseconds = samples.mapValues { median($0) * 1e9 / Double(n) }
    return row
  }

  /// Predicts how many seconds Foundation takes for `n` from its times for a hundredth and a tenth.
  private func expectation(_ workload: Workload, limit: Int, n: Int) -> Double {
    let times = [100, 10].map { part in
      Platform.pooled { Contender.foundation.seconds(workload, limit: limit, n: n / part) } ?? 0
    }
    return times[1] * max(10, times[1] / times[0])
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
