import Terminal

/// Makes the requested measurements and prints them, and the bars.
func runBenchmark(_ request: BenchmarkRequest) {
  var measuring = Measuring(
    rounds: request.rounds, progress: ProgressLine())
  var rows: [Row] = []
  if !request.isForDocument { printNow(Table.head) }
  for workload in request.workloads {
    for limit in workload.limits {
      measuring.begin(workload, limit: limit)
      for n in request.sizes {
        let row = measuring.row(workload, limit: limit, n: n)
        rows.append(row)
        if !request.isForDocument { printNow(Table.line(row)) }
      }
    }
  }
  printNow(request.isForDocument ? DocumentTable.text(rows) : Table.foot)
  let bars = Bar.lines(rows)
  if !bars.isEmpty { printNow("\nThe bars, as far as this run shows them:\n" + bars.joined(separator: "\n")) }
}
