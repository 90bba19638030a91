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
  case observed
  case producers8 = "producers-8"
  case producers64 = "producers-64"

  /// The limits under which it is measured; -1 is the default one.
  ///
  /// A graph limits itself, so it is measured in a queue with the default limit.
  var limits: [Int] {
    switch self {
    case .independent: [-1, 4, 1]
    case .chain, .fanIn, .fanOut: [-1]
    case .manual: [4, 64]
    case .blocks, .suspended, .cancelAll, .observed, .producers8, .producers64: [4]
    }
  }

  /// One line for `--help`.
  var explanation: String {
    switch self {
    case .independent: "empty operations without dependencies; with the default limit, 4 and 1"
    case .blocks: "the same as blocks, added with addOperation { }"
    case .chain: "each operation depends on the one before; all are added in one call"
    case .fanIn: "one operation, the first, depends on all others"
    case .fanOut: "all other operations depend on the first"
    case .suspended: "added while the queue is suspended, which is then resumed"
    case .cancelAll: "added while suspended (not timed), then cancelled, resumed and waited for"
    case .manual:
      "asynchronous operations that announce isExecuting and isFinished themselves; 4 and 64 in flight"
    case .observed: "one observer of isFinished on each operation, compared with none"
    case .producers8: "independent operations, added by 8 threads at once; independent has one such thread"
    case .producers64: "the same with 64 threads"
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

  /// The name in the table and the progress line.
  var name: String {
    switch self {
    case .mini: "mini"
    case .foundation: "Foundation"
    case .gcd: "GCD"
    case .taskGroup: "TaskGroup"
    case .unobserved: "mini, unobserved"
    }
  }
}
