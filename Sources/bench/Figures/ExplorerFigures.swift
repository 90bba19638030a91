import Classics
import Terminal

/// A figure that the Explorer's articles name, measured on this machine.
enum ExplorerFigures {
  /// The table of classic problems.
  case classics
  /// Schedules in a second, beside a bare baton.
  case speed
  /// What one search of so many schedules holds.
  case memory(schedules: Int)

  init(_ arguments: inout Arguments) throws(Arguments.Mistake) {
    let figure = arguments.word()
    switch figure {
    case "classics": self = .classics
    case "speed": self = .speed
    case "memory":
      guard let schedules = arguments.word().flatMap({ Int($0) }), schedules >= 10 else {
        throw Arguments.Mistake("memory needs a number of schedules from 10 up.")
      }
      self = .memory(schedules: schedules)
    default:
      throw Arguments.Mistake("explorer needs classics, speed or memory, not '\(figure ?? "nothing")'.")
    }
  }

  /// Measures it and prints it.
  func print() {
    switch self {
    case .classics:
      printNow(ClassicTable.head)
      for classic in Classic.all { printNow(ClassicTable.row(classic)) }
      printNow("\n\(ClassicTable.footnote)")
    case .speed:
      let (explorer, bareBaton, ratio) = Speed.ratio()
      printNow("\(explorer) schedules in a second; a bare baton with as many hand-overs: \(bareBaton)")
      printNow("ratio \((ratio * 100).rounded() / 100)")
    case .memory(let schedules):
      Speed.memory(schedules: schedules) { done, kilobytes in
        printNow("\(kilobytes) kB after \(done) schedules")
      }
    }
  }
}
