import Soak

/// Runs random graphs and says what was checked; true when everything held.
func runSoak(_ request: SoakRequest) -> Bool {
  let progress = ProgressLine(isShown: Platform.isErrorOnTerminal)
  var heap = HeapRange()
  let report = { (outcome: SoakOutcome) in
    heap.look()
    progress.show("soak, \(Table.grouped(outcome.operations)) operations in \(outcome.rounds) graphs")
  }
  let outcome: SoakOutcome
  switch request.extent {
  case .seconds(let seconds):
    outcome = Soak.run(for: .seconds(seconds), seed: request.seed, report: report)
  case .operations(let operations):
    outcome = Soak.run(operations: operations, seed: request.seed, report: report)
  }
  progress.clear()
  printNow("\(outcome)")
  printNow(heap.description)
  return outcome.holds
}

/// How much heap was in use between the graphs, early and late.
///
/// A leak would show as a difference between the beginning and the end.
private struct HeapRange: CustomStringConvertible {
  private var looks: [Int] = []

  mutating func look() {
    if let bytes = Platform.heapBytes { looks.append(bytes) }
  }

  var description: String {
    guard looks.count >= 10 else { return "too few graphs to say how the heap has grown" }
    let tenth = looks.count / 10
    let early = looks.prefix(tenth).reduce(0, +) / tenth
    let late = looks.suffix(tenth).reduce(0, +) / tenth
    return "heap between the graphs: \(early / 1024) KB in the first tenth, \(late / 1024) KB in the last"
  }
}
