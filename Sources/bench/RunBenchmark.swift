import Terminal

/// Measures, and prints the table and the bars; false if a bar is missed in two of three runs.
func runBenchmark(_ request: BenchmarkRequest) -> Bool {
  let measuring = Measuring(rounds: request.rounds, progress: ProgressLine())
  let rows = measuring.rows(request.workloads)
  printNow(DocumentTable.text(rows))
  let bars = Bar.all(rows)
  printNow("\nThe bars, as far as this run shows them:\n" + bars.map(\.line).joined(separator: "\n"))

  // A machine has bad moments. So what was missed is measured again, and its case with it.
  var misses = Dictionary(uniqueKeysWithValues: bars.filter(\.isMissed).map { ($0.text, 1) })
  for run in 2...3 {
    let open = bars.filter { misses[$0.text] == 1 }
    if open.isEmpty { break }
    let again = Bar.all(measuring.rows(Workload.allCases.filter { open.map(\.workload).contains($0) }))
      .filter { misses[$0.text] == 1 }
    printNow("\nRun \(run) of those that were missed once:\n" + again.map(\.line).joined(separator: "\n"))
    for bar in again where bar.isMissed { misses[bar.text] = 2 }
  }
  let failed = bars.filter { misses[$0.text] == 2 }
  for bar in failed {
    printNow("\nMissed in two of three runs: \(bar.text). Find what became slower, or say in Bars.swift why.")
  }
  return failed.isEmpty
}
