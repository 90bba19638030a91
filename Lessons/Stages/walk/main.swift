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

let words = Array(CommandLine.arguments.dropFirst())
switch words {
case ["--help"], ["-h"]:
  Terminal.write(help)
case _ where words.allSatisfy { word in Stage.all.contains { "\($0.number)" == word } }:
  let stages = words.isEmpty ? Stage.all : Stage.all.filter { words.contains("\($0.number)") }
  do {
    exit(try Walk().run(stages) ? 0 : 1)
  } catch {
    Terminal.writeError("The files of the stages cannot be read: \(error.localizedDescription)\n")
    exit(1)
  }
default:
  let given = words.joined(separator: " ")
  Terminal.writeError("Not understood: '\(given)'. Pass numbers from 1 to 6, or --help.\n")
  exit(2)
}
