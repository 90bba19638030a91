import Foundation
import Terminal

// `swift run stages` walks through all stages, `swift run stages 3` shows one, `swift run stages 1 2` two.

let help = """
  The framework, built from nothing in six stages.

    swift run stages          all of them, one after the other
    swift run stages 3        one of them, 1 to 6
    swift run stages 1 2      these
    swift run stages --help   this text

  Each stage shows its new lines, as a difference from the one before. Then it runs the
  scenario that broke the one before, and the scenario that breaks it. Repair the stage
  in its file, run it again, and only then read the next one. On a terminal it waits
  for Return in between. It ends with 0 if every scenario went as it must, also after
  your repair.

  """

var arguments = Arguments(Array(CommandLine.arguments.dropFirst())) { word in
  "Not understood: '\(word)'. Pass numbers from 1 to 6, or --help."
}
do {
  if arguments.flag("--help") || arguments.flag("-h") {
    Terminal.write(help)
    exit(0)
  }
  var chosen: [Stage] = []
  while let stage = Stage.all.first(where: { "\($0.number)" == arguments.words.first }) {
    chosen.append(stage)
    _ = arguments.word()
  }
  try arguments.end()
  exit(try Walk().run(chosen.isEmpty ? Stage.all : chosen) ? 0 : 1)
} catch let mistake as Arguments.Mistake {
  Terminal.writeError("\(mistake)\n")
  exit(2)
} catch {
  Terminal.writeError("The files of the stages cannot be read: \(error.localizedDescription)\n")
  exit(1)
}
