import Terminal

/// The text of `--help`.
let helpText = """
  bench measures the mini framework, Foundation, bare Grand Central Dispatch
  and task groups side by side.

  usage:
    swift run -c release bench [options]
    swift run -c release bench soak [--operations N] [--seed X]
    swift run -c release bench classics

  options:
    --case NAME   measure one case only
    --rounds N    rounds whose median counts, by default 5; a contender that has taken more than
                  five seconds skips the remaining rounds of its line
    --help        print this

  It prints the table of the article "What it costs" and compares it with bars. A bar that is missed
  is measured again; if it is missed in two of three runs, the command ends with status 1.

  cases:
  \(Workload.allCases.map { "  " + $0.rawValue.padded(to: 14) + $0.text }.joined(separator: "\n"))

  soak runs random graphs of half a million operations, unless N says otherwise, and checks
  the framework's promises. The seed that it prints repeats the same graphs.

  classics explores the classic problems and prints the table of the Explorer's article.
  """
