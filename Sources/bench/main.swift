import Classics
import Foundation

// swift run -c release bench: the mini framework, Foundation and GCD, side by side; a soak; the classic
// problems.

/// Prints at once, also into a pipe, so that a long run can be followed.
func printNow(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

do {
  switch try Request(Array(CommandLine.arguments.dropFirst())) {
  case .help: printNow(helpText)
  case .benchmark(let request): exit(runBenchmark(request) ? 0 : 1)
  case .soak(let request): exit(runSoak(request) ? 0 : 1)
  case .classics:
    printNow(ClassicTable.head)
    for classic in Classic.all { printNow(ClassicTable.row(classic)) }
    printNow("\n\(ClassicTable.footnote)")
  }
} catch {
  FileHandle.standardError.write(Data("bench: \(error.description)\n".utf8))
  exit(2)
}
