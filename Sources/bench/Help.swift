import Typesetting

/// The text of `--help`.
let helpText = """
  bench measures the mini framework, Foundation, bare Grand Central Dispatch
  and task groups side by side.

  usage:
    swift run -c release bench [options]
    swift run -c release bench soak [--seconds S | --operations N] [--seed X]

  options:
    --case NAME   measure one case only
    --max-n N     leave out what is larger than N; the sizes are 1000, 10000, 100000, 1000000
    --rounds N    rounds whose median counts, 5 unless you say otherwise; a contender that has
                  taken more than five seconds sits out the further rounds of its line
    --json        print one JSON object instead of the table
    --help        print this

  cases:
  \(Workload.allCases.map { "  " + $0.rawValue.padded(to: 14) + $0.explanation }.joined(separator: "\n"))

  soak runs random graphs of operations, ten seconds unless you say otherwise, and looks
  whether everything that must hold does hold. The seed it prints repeats the same graphs.
  """
