import Soak
import Terminal

/// Runs random graphs and reports what was checked; true when everything held.
func runSoak(_ request: SoakRequest) -> Bool {
  let progress = ProgressLine()
  var memory = MemoryWatch()
  let report = { (outcome: SoakOutcome) in
    memory.sample()
    progress.show("soak, \(outcome.operations.grouped) operations in \(outcome.rounds) graphs")
  }
  let outcome =
    request.operations.map { Soak.run(operations: $0, seed: request.seed, report: report) }
    ?? Soak.run(for: .seconds(request.seconds), seed: request.seed, report: report)
  progress.clear()
  printNow("\(outcome)")
  printNow(memory.description)
  return outcome.holds
}

/// The heap of the program between graphs, early and late in the run.
///
/// A leak would grow with the number of graphs.
private struct MemoryWatch: CustomStringConvertible {
  private var samples: [Int] = []

  mutating func sample() {
    if let bytes = Platform.heapBytes { samples.append(bytes) }
  }

  var description: String {
    let tenth = samples.count / 10
    guard tenth > 0 else { return "memory: too few graphs to show growth" }
    let early = samples.prefix(tenth).reduce(0, +) / tenth
    let late = samples.suffix(tenth).reduce(0, +) / tenth
    return "memory: \(megabytes(early)) in the first tenth of the graphs, \(megabytes(late)) in the last"
  }

  private func megabytes(_ bytes: Int) -> String {
    let tenths = bytes * 10 / (1024 * 1024)
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}
