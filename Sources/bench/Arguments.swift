import Terminal

/// What the command line requests.
enum Request {
  case help
  case benchmark(BenchmarkRequest)
  case soak(SoakRequest)
  case classics

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(Arguments.Mistake) {
    let isSubcommand = ["soak", "classics"].contains(words.first)
    var arguments = Arguments(Array(words.dropFirst(isSubcommand ? 1 : 0))) {
      "There is no option '\($0)'. Try --help."
    }
    if arguments.flag("--help") || arguments.flag("-h") {
      self = .help
      return
    }
    switch words.first {
    case "soak": self = .soak(try SoakRequest(&arguments))
    case "classics": self = .classics
    default: self = .benchmark(try BenchmarkRequest(&arguments))
    }
    try arguments.end()
  }
}

/// A measurement.
struct BenchmarkRequest {
  var workloads = Workload.allCases
  var rounds = 5

  init(_ arguments: inout Arguments) throws(Arguments.Mistake) {
    rounds = try arguments.number("--rounds") ?? rounds
    guard let word = try arguments.value("--case") else { return }
    guard let workload = Workload(rawValue: word) else {
      let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")
      throw Arguments.Mistake("--case needs one of \(names), not '\(word)'.")
    }
    workloads = [workload]
  }
}

/// A soak of at least so many operations.
struct SoakRequest {
  let operations: Int
  let seed: UInt64

  init(_ arguments: inout Arguments) throws(Arguments.Mistake) {
    operations = try arguments.number("--operations") ?? 500_000
    seed = try arguments.number("--seed", from: 0) ?? UInt64.random(in: 0..<1_000_000)
  }
}
