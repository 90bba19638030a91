/// Measures what was asked for and prints it, as a table or as JSON.
func runBenchmark(_ arguments: Arguments) {
  var measuring = Measuring(
    rounds: arguments.rounds, progress: ProgressLine(isShown: Platform.isErrorOnTerminal))
  var rows: [Row] = []
  if !arguments.isJSON { printNow(Table.head) }
  for workload in arguments.workloads {
    for limit in workload.limits {
      measuring.beginCase()
      for n in arguments.sizes {
        let row = measuring.row(workload, limit: limit, n: n)
        rows.append(row)
        if !arguments.isJSON { printNow(Table.line(row)) }
      }
    }
  }
  if arguments.isJSON { return printNow(JSON.text(rows)) }
  printNow(Table.foot)
  let bars = Bar.lines(rows)
  if !bars.isEmpty { printNow("\nThe bars, as far as this run shows them:\n" + bars.joined(separator: "\n")) }
}
