/// One line of the table: one case, one limit, one n.
struct Row {
  let workload: Workload
  let limit: Int
  let n: Int
  /// The median over the rounds, in nanoseconds for each operation.
  var nanoseconds: [Contender: Double] = [:]
  /// The heap that one waiting operation takes.
  var bytes: [Contender: Double] = [:]
  /// Why a contender is not in `nanoseconds`.
  var absences: [Contender: Absence] = [:]

  /// How many times as long `other` takes as the mini framework.
  func ratio(_ other: Contender) -> Double? {
    guard let mine = nanoseconds[.mini], let others = nanoseconds[other] else { return nil }
    return others / mine
  }

  /// How many times as long it takes with observers as without.
  var observersFactor: Double? { ratio(.unobserved).map { 1 / $0 } }

  /// How much of Foundation's heap the mini framework needs for the same operations.
  var bytesRatio: Double? {
    guard let mine = bytes[.mini], let others = bytes[.foundation] else { return nil }
    return mine / others
  }
}

/// Why a contender was not measured.
enum Absence {
  /// It has nothing that could be compared.
  case incomparable
  /// By what the smaller n took, it would need longer than ten seconds.
  case tooSlow
  /// It would overflow the stack (K13).
  case overflows

  /// The table's word for it.
  var word: String {
    switch self {
    case .incomparable: "-"
    case .tooSlow: "> 10 s"
    case .overflows: "overflows"
    }
  }
}
