import Foundation

// swift run -c release bench: the mini framework, Foundation and GCD, side by side.

let arguments: Arguments
do {
  arguments = try Arguments(CommandLine.arguments.dropFirst())
} catch {
  FileHandle.standardError.write(Data("bench: \(error.description)\n".utf8))
  exit(2)
}

/// Prints at once, also into a pipe, so that a long run can be followed.
func printNow(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

if arguments.wantsHelp {
  printNow(Arguments.help)
} else {
  runBenchmark(arguments)
}
