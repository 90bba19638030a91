import Foundation
import Terminal

/// A promise about the framework's speed: its time divided by that of bare dispatch, or another ratio.
///
/// It may be a tenth slower than promised, because no two runs are alike.
struct Bar {
  let text: String
  let workload: Workload
  let measured: Double
  let promised: Double
  /// Where the time goes.
  let reason: String

  private init?(
    _ text: String, _ row: Row?, _ measure: (Row) -> Double?, _ promised: Double, _ reason: String
  ) {
    guard let row, let measured = measure(row) else { return nil }
    (self.text, workload, self.measured, self.promised, self.reason) = (
      text, row.workload, measured, promised, reason
    )
  }

  var isMissed: Bool { measured > promised * 1.1 }

  var line: String {
    "  " + (isMissed ? "MISSED" : "met").padded(to: 8) + text.padded(to: 42)
      + String(format: "%.2f", measured).rightAligned(to: 6) + String(format: "   (bar: %.2f)  ", promised)
      + reason
  }

  /// The bars for which these rows have measurements.
  static func all(_ rows: [Row]) -> [Bar] {
    func row(_ workload: Workload, limit: Int? = nil, n: Int = 100_000) -> Row? {
      rows.first { $0.workload == workload && $0.limit == limit ?? workload.limits.last && $0.n == n }
    }
    let toGCD = { (row: Row) in row.ratio(to: .gcd) }
    let shortChain = row(.chain, n: 10_000)
    let toShortChain = { (row: Row) -> Double? in
      guard let long = row.nanoseconds[.mini], let short = shortChain?.nanoseconds[.mini] else { return nil }
      return long / short
    }
    return [
      Bar(
        "independent, limit 4: to GCD", row(.independent, limit: 4), toGCD, 1.0,
        "One allocation, and two changes of the queue under its lock; a busy worker is not woken."),
      Bar(
        "blocks, limit 4: to GCD", row(.blocks), toGCD, 1.1,
        "The same as an operation; the block is one allocation more, in dispatch too."),
      Bar(
        "suspended, limit 4: to GCD", row(.suspended, limit: 4), toGCD, 0.91,
        "Operations wait in a list of the queue, without a thread."),
      Bar(
        "finished elsewhere, 64 in flight: to GCD", row(.manual, limit: 64), toGCD, 0.96,
        "With many in flight few threads are woken, and both wait for the same wake-ups."),
      Bar(
        "suspended, limit 1: to GCD", row(.suspended, limit: 1), toGCD, 1.8,
        "A serial dispatch queue need not choose the next one."),
      Bar(
        "fan-out: to GCD", row(.fanOut), toGCD, 1.55,
        "Each dependency is recorded on both sides, and its removal acquires two locks."),
      Bar(
        "fan-in: to GCD", row(.fanIn), toGCD, 1.56,
        "The same two locks, against one atomic counter of a dispatch group."),
      Bar(
        "chain of 10 000: to GCD", shortChain, toGCD, 3.9,
        "A serial dispatch queue keeps the order by itself; here each operation makes the next one ready."),
      Bar(
        "chain: each of 100 000, to 10 000", row(.chain), toShortChain, 1.3,
        "No step depends on the number of operations."),
      Bar(
        "bytes of a waiting one: to Foundation", row(.suspended, limit: 4), \.bytesRatio, 0.2,
        "Parts that few operations need are allocated when they are needed."),
      Bar(
        "observed: with one observer, to none", row(.observed), { $0.ratio(to: .unobserved) }, 1.9,
        "A token, a list of observers, and a call."),
    ].compactMap { $0 }
  }
}
