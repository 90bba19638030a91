import Classics
import Foundation

/// A figure that the Explorer's articles name, measured on this machine.
enum ExplorerFigures {
  /// The table of classic problems.
  case classics
  /// Schedules in a second, beside a bare baton.
  case speed
  /// What it costs to see ordinary variables.
  case cost
  /// What one search of so many schedules holds.
  case memory(schedules: Int)

  init(_ words: inout Words) throws(Mistake) {
    switch words.next() {
    case "classics": self = .classics
    case "speed": self = .speed
    case "cost": self = .cost
    case "memory": self = .memory(schedules: try words.number(for: "memory", atLeast: 10))
    case let word:
      throw Mistake("explorer needs classics, speed, cost or memory\(Mistake.instead(of: word)).")
    }
    if let word = words.next() { throw Mistake.unknown(word) }
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
    case .cost:
      let (seen, unseen, speed) = Cost.exploration()
      printNow("\(Cost.access().formatted()) ns for an access, where nothing is explored")
      if let allocation = Cost.allocation() {
        printNow("\(allocation.formatted()) ns for a block that is allocated and freed")
      }
      printNow("\(seen) schedules, \(unseen) if nothing is seen, at \(speed.formatted()) times the speed")
    case .memory(let schedules):
      Speed.memory(schedules: schedules) { done, kilobytes in
        printNow("\(kilobytes) kB after \(done) schedules")
      }
    }
  }
}
