import Typesetting

/// Makes the requested measurements and prints them as a table or as JSON.
func runBenchmark(_ request: BenchmarkRequest) {
  var measuring = Measuring(
    rounds: request.rounds, progress: ProgressLine())
  var rows: [Row] = []
  if !request.isJSON { printNow(Table.head) }
  for workload in request.workloads {
    for limit in workload.limits {
      measuring.begin(workload, limit: limit)
      for n in request.sizes {
        let row = measuring.row(workload, limit: limit, n: n)
        rows.append(row)
        if !request.isJSON { printNow(Table.line(row)) }
      }
    }
  }
  if request.isJSON { return printNow(JSON.text(rows)) }
  printNow(Table.foot)
  let bars = Bar.lines(rows)
  if !bars.isEmpty { printNow("\nThe bars, as far as this run shows them:\n" + bars.joined(separator: "\n")) }
}
