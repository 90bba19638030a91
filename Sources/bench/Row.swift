/// One line of the table: one case, one limit, one n.
struct Row {
  let workload: Workload
  let limit: Int
  let n: Int
  /// The median over the rounds, in nanoseconds per operation; none for a contender without an equivalent.
  var nanoseconds: [Contender: Double] = [:]
  /// The heap bytes of one waiting operation.
  var bytes: [Contender: Double] = [:]
  /// Whether Foundation was left out because, judging from smaller sizes, it would need more than ten
  /// seconds.
  var isTooLongForFoundation = false

  /// The time of the mini framework divided by that of `other`.
  func ratio(to other: Contender) -> Double? {
    guard let mine = nanoseconds[.mini], let others = nanoseconds[other] else { return nil }
    return mine / others
  }

  /// The heap of the mini framework divided by Foundation's, for the same operations.
  var bytesRatio: Double? {
    guard let mine = bytes[.mini], let others = bytes[.foundation] else { return nil }
    return mine / others
  }
}
