import Foundation
import Typesetting

/// A promise about the mini framework's speed, compared with the measurement.
struct Bar {
  let text: String
  /// The measured ratio; nil if its rows were not measured.
  let measured: Double?
  let limit: Double
  /// Whether the limit is a maximum; otherwise it is a minimum.
  let isCeiling: Bool

  /// Whether the promise was kept.
  var isMet: Bool? { measured.map { isCeiling ? $0 <= limit : $0 >= limit } }

  /// The line below the table.
  var line: String {
    guard let measured, let isMet else { return "" }
    let number = String(format: measured < 100 ? "%.2f" : "%.0f", measured)
    let bar = (isCeiling ? "at most " : "at least ") + String(format: "%g", limit)
    return "  " + (isMet ? "met" : "MISSED").padded(to: 8) + text.padded(to: 58)
      + number.rightAligned(to: 8) + "   (bar: \(bar))"
  }

  /// The lines of the bars for which these rows have measurements.
  static func lines(_ rows: [Row]) -> [String] { all(rows).filter { $0.measured != nil }.map(\.line) }

  private static func all(_ rows: [Row]) -> [Bar] {
    func row(_ workload: Workload, _ n: Int, limit: Int? = nil) -> Row? {
      let limit = limit ?? (workload.limits.contains(4) ? 4 : -1)
      return rows.first { $0.workload == workload && $0.limit == limit && $0.n == n }
    }
    func toGCD(_ row: Row?) -> Double? { row?.ratio(.gcd).map { 1 / $0 } }
    func growth(_ workload: Workload) -> Double? {
      guard let small = row(workload, 10_000)?.nanoseconds[.mini],
        let large = row(workload, 1_000_000)?.nanoseconds[.mini]
      else { return nil }
      return large / small
    }
    let independent = row(.independent, 100_000)
    let serial = row(.independent, 100_000, limit: 1)
    let suspended = row(.suspended, 100_000) ?? row(.suspended, 10_000) ?? row(.suspended, 1_000)
    let observed = row(.observed, 100_000) ?? row(.observed, 10_000)
    let blocks = row(.blocks, 100_000)?.nanoseconds[.mini]
    let plain = independent?.nanoseconds[.mini]
    // Only the larger sizes show how fast a case is; a thousand tasks end before all threads are awake.
    let tasks = rows.filter { $0.n == 100_000 }.compactMap { $0.ratio(.taskGroup) }.min()
    let cancelled = row(.cancelAll, 100_000)
    return [
      Bar("independent, limit 4, 100 000: mini / GCD", toGCD(independent), atMost: 1),
      Bar("independent, limit 4, 100 000: Foundation / mini", independent?.ratio(.foundation), atLeast: 5),
      Bar("independent, limit 1, 100 000: mini / GCD", toGCD(serial), atMost: 1.5),
      Bar("chain, 10 000: Foundation / mini", row(.chain, 10_000)?.ratio(.foundation), atLeast: 200),
      Bar("chain, 10 000: mini / GCD", toGCD(row(.chain, 10_000)), atMost: 3.5),
      Bar("fan-out, 100 000: mini / GCD", toGCD(row(.fanOut, 100_000)), atMost: 0.8),
      Bar("100 000: blocks / independent", blocks.flatMap { b in plain.map { b / $0 } }, atMost: 1.2),
      Bar("100 000, the worst case: TaskGroup / mini", tasks, atLeast: 1.5),
      Bar("chain: each of 1 000 000 / each of 10 000", growth(.chain), atMost: 2.5),
      Bar("fan-in: each of 1 000 000 / each of 10 000", growth(.fanIn), atMost: 2.5),
      Bar("cancel-all, 100 000: Foundation / mini", cancelled?.ratio(.foundation), atLeast: 5),
      Bar("bytes per waiting operation: mini / Foundation", suspended?.bytesRatio, atMost: 0.5),
      Bar("one observer of isFinished: with / without", observed?.observersFactor, atMost: 2),
    ]
  }

  private init(_ text: String, _ measured: Double?, atMost limit: Double) {
    (self.text, self.measured, self.limit, isCeiling) = (text, measured, limit, true)
  }

  private init(_ text: String, _ measured: Double?, atLeast limit: Double) {
    (self.text, self.measured, self.limit, isCeiling) = (text, measured, limit, false)
  }
}
