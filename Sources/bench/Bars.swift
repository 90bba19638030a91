import Foundation
import Terminal

/// A promise about the framework's speed: its time divided by that of bare dispatch, or another ratio.
///
/// A run may be a tenth slower than promised, because no two runs are alike.
struct Bar {
  let text: String
  let promised: Double
  /// Where the time goes.
  let reason: String
  /// The measured ratio; nil if its rows were not measured.
  let measured: Double?

  private init(_ text: String, _ measured: Double?, _ promised: Double, _ reason: String) {
    (self.text, self.measured, self.promised, self.reason) = (text, measured, promised, reason)
  }

  /// The lines of the bars for which these rows have measurements.
  static func lines(_ rows: [Row]) -> [String] { all(rows).compactMap(\.line) }

  private var line: String? {
    guard let measured else { return nil }
    let isMet = measured <= promised * 1.1
    return "  " + (isMet ? "met" : "MISSED").padded(to: 8) + text.padded(to: 40)
      + String(format: "%.2f", measured).rightAligned(to: 6) + String(format: "   (bar: %.2f)  ", promised)
      + reason
  }

  private static func all(_ rows: [Row]) -> [Bar] {
    /// The row of that case at 100 000, the size of the documentation's table.
    func row(_ workload: Workload, limit: Int? = nil, n: Int = 100_000) -> Row? {
      rows.first { $0.workload == workload && $0.limit == limit ?? workload.limits.last && $0.n == n }
    }
    func toGCD(_ row: Row?) -> Double? { row?.ratio(.gcd).map { 1 / $0 } }
    func growth(_ workload: Workload) -> Double? {
      guard let small = row(workload, n: 10_000)?.nanoseconds[.mini],
        let large = row(workload, n: 1_000_000)?.nanoseconds[.mini]
      else { return nil }
      return large / small
    }
    return [
      Bar(
        "independent, limit 4: to GCD", toGCD(row(.independent, limit: 4)), 1.0,
        "One allocation, and two changes of the queue under its lock; a busy worker is not woken."),
      Bar(
        "blocks, limit 4: to GCD", toGCD(row(.blocks)), 1.1,
        "The same as an operation; the block is one allocation more, in dispatch too."),
      Bar(
        "suspended: to GCD", toGCD(row(.suspended)), 0.91,
        "Operations wait in a list of the queue, without a thread."),
      Bar(
        "finished elsewhere, 64 in flight: to GCD", toGCD(row(.manual, limit: 64)), 0.96,
        "With many in flight few threads are woken, and both wait for the same wake-ups."),
      Bar(
        "independent, limit 1: to GCD", toGCD(row(.independent, limit: 1)), 1.22,
        "A serial dispatch queue need not choose the next one."),
      Bar(
        "fan-out: to GCD", toGCD(row(.fanOut)), 1.27,
        "Each dependency is recorded on both sides, and its removal acquires two locks."),
      Bar(
        "fan-in: to GCD", toGCD(row(.fanIn)), 1.56,
        "The same two locks, against one atomic counter of a dispatch group."),
      Bar(
        "chain of 10 000: to GCD", toGCD(row(.chain, n: 10_000)), 2.4,
        "A serial dispatch queue keeps the order by itself; here each operation makes the next one ready."),
      Bar(
        "chain: each of 1 000 000, to 10 000", growth(.chain), 2.3,
        "No step depends on the number of operations; the rest is the processor's cache."),
      Bar(
        "fan-in: each of 1 000 000, to 10 000", growth(.fanIn), 2.3,
        "The same."),
      Bar(
        "bytes of a waiting one: to Foundation", row(.suspended)?.bytesRatio, 0.2,
        "Parts that few operations need are allocated when they are needed."),
      Bar(
        "observed: with one observer, to none", row(.observed)?.observersFactor, 1.8,
        "A token, a list of observers, and a call."),
    ]
  }
}
