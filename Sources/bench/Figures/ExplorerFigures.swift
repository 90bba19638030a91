import Classics
import Explorer
import Synchronization
import Terminal

/// A figure that the Explorer's articles name, measured on this machine.
enum ExplorerFigures {
  /// The table of classic problems.
  case classics
  /// What one search of so many schedules holds.
  case memory(schedules: Int)

  init(_ arguments: inout Arguments) throws(Arguments.Mistake) {
    let figure = arguments.word()
    switch figure {
    case "classics": self = .classics
    case "memory":
      guard let schedules = arguments.word().flatMap({ Int($0) }), schedules >= 10 else {
        throw Arguments.Mistake("memory needs a number of schedules from 10 up.")
      }
      self = .memory(schedules: schedules)
    default:
      throw Arguments.Mistake("explorer needs classics or memory, not '\(figure ?? "nothing")'.")
    }
  }

  /// Measures it and prints it.
  func print() {
    switch self {
    case .classics:
      printNow(ClassicTable.head)
      for classic in Classic.all { printNow(ClassicTable.row(classic)) }
      printNow("\n\(ClassicTable.footnote)")
    case .memory(let schedules): ExplorerFigures.printMemory(schedules: schedules)
    }
  }

  /// Prints the memory of the process after each tenth of this many schedules in one search.
  private static func printMemory(schedules: Int) {
    let large = Scenario("three threads of ten points") { stage in
      let shared = Shared(0, "shared")
      let done = runs.add(1, ordering: .relaxed).newValue
      if done % max(schedules / 10, 1) == 0 {
        printNow("\((Memory.resident ?? 0) >> 10) kB after \(done) schedules")
      }
      for name in ["A", "B", "C"] {
        stage.thread(name) { for number in 1...10 { shared.value = number } }
      }
    }
    var settings = Settings(.exhaustive(preemptions: nil))
    settings.findsDataRaces = false
    settings.maxSchedules = schedules
    _ = Explorer.explore(large, settings)
  }

  // The platform's: the stand-in would be a part of what is explored.
  private static let runs = Synchronization.Atomic<Int>(0)
}
