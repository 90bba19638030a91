import Terminal

/// The text of `--help`.
let helpText = """
  bench measures the mini framework, Foundation, bare Grand Central Dispatch
  and task groups side by side.

  usage:
    swift run -c release bench [options]
    swift run -c release bench soak [--seconds S | --operations N] [--seed X]

  options:
    --case NAME   measure one case only
    --max-n N     leave out sizes above N; the sizes are 1000, 10000, 100000, 1000000
    --rounds N    rounds whose median counts, by default 5; a contender that has taken more than
                  five seconds skips the remaining rounds of its line
    --document    print the table of the article "What it costs" instead, and then the bars
    --help        print this

  cases:
  \(Workload.allCases.map { "  " + $0.rawValue.padded(to: 14) + $0.explanation }.joined(separator: "\n"))

  soak runs random graphs of operations, by default for ten seconds, and checks the
  framework's promises. The seed that it prints repeats the same graphs.
  """
