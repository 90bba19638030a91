/// One shape of work that is measured.
enum Workload: String, CaseIterable {
  case independent
  case blocks
  case chain
  case fanIn = "fan-in"
  case fanOut = "fan-out"
  case suspended
  case cancelAll = "cancel-all"
  case manual
  case producers8 = "producers-8"
  case producers64 = "producers-64"
  case observed

  /// The limits under which it is measured; -1 is the default one.
  ///
  /// A graph limits itself, so it is measured in a queue with the default limit. A limit of 1 is measured where
  /// all operations wait before the first one starts: else it is random how many have run before the last one
  /// is added, on both sides.
  var limits: [Int] {
    switch self {
    case .suspended: [4, 1]
    case .chain, .fanIn, .fanOut: [-1]
    case .manual: [4, 64]
    case .independent, .blocks, .cancelAll, .observed, .producers8, .producers64: [4]
    }
  }

  /// The numbers of operations; of a chain two, which shows that a longer one costs no more for each.
  var sizes: [Int] { self == .chain ? [10_000, 100_000] : [100_000] }

  /// What it is, in the table and in `--help`.
  var text: String {
    switch self {
    case .independent: "independent"
    case .blocks: "blocks"
    case .chain: "chain, each depends on the one before"
    case .fanIn: "fan-in, one depends on all others"
    case .fanOut: "fan-out, all others depend on one"
    case .suspended: "added to a suspended queue, which is then resumed"
    case .cancelAll: "cancelled in a suspended queue, then resumed"
    case .manual: "finished on another thread"
    case .producers8: "independent, added by 8 threads"
    case .producers64: "independent, added by 64 threads"
    case .observed: "independent, one observer of isFinished on each"
    }
  }

  /// The largest n at which Foundation survives.
  ///
  /// On Linux it overflows the stack when a long chain is released (K13).
  var largestForFoundation: Int { self == .chain ? 10_000 : .max }

  /// How many threads add the operations.
  var producers: Int {
    switch self {
    case .producers8: 8
    case .producers64: 64
    default: 1
    }
  }
}

/// One of the implementations that are measured.
enum Contender: Int, CaseIterable {
  case mini, foundation, gcd, taskGroup
  /// The mini framework without the observers of ``Workload/observed``.
  case unobserved
}
