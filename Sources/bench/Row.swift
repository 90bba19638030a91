/// One line of the table: one case, one limit, one n.
struct Row {
  let workload: Workload
  let limit: Int
  let n: Int
  /// The median over the rounds, in nanoseconds per operation.
  var nanoseconds: [Contender: Double] = [:]
  /// The heap bytes of one waiting operation.
  var bytes: [Contender: Double] = [:]
  /// Why a contender is not in `nanoseconds`.
  var absences: [Contender: Absence] = [:]

  /// The time of `other` divided by that of the mini framework.
  func ratio(_ other: Contender) -> Double? {
    guard let mine = nanoseconds[.mini], let others = nanoseconds[other] else { return nil }
    return others / mine
  }

  /// The time with observers divided by the time without.
  var observersFactor: Double? { ratio(.unobserved).map { 1 / $0 } }

  /// The heap of the mini framework divided by Foundation's, for the same operations.
  var bytesRatio: Double? {
    guard let mine = bytes[.mini], let others = bytes[.foundation] else { return nil }
    return mine / others
  }
}

/// Why a contender was not measured.
enum Absence {
  /// It has no equivalent.
  case incomparable
  /// Judging from smaller sizes, it would need more than ten seconds.
  case tooSlow
  /// It would overflow the stack (K13).
  case overflows

  /// The word in the table.
  var word: String {
    switch self {
    case .incomparable: "-"
    case .tooSlow: "> 10 s"
    case .overflows: "overflows"
    }
  }
}
