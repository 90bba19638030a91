import Soak
import Terminal

/// Runs random graphs and reports what was checked; true when everything held.
func runSoak(_ request: SoakRequest) -> Bool {
  let progress = ProgressLine()
  let outcome = Soak.run(operations: request.operations, seed: request.seed) { outcome in
    progress.show("soak, \(outcome.operations.grouped) operations in \(outcome.rounds) graphs")
  }
  progress.clear()
  printNow("\(outcome)")
  return outcome.holds
}
