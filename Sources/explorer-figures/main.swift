// The figures that the Explorer's articles name, measured on this machine:
//
//     swift run -c release explorer-figures classics          the table of `HowItWorks`
//     swift run -c release explorer-figures speed             schedules in a second, beside a bare baton
//     swift run -c release explorer-figures cost              what it takes to see ordinary variables
//     swift run -c release explorer-figures memory 10000000   what one search of so many schedules holds

import ExplorerFigures
import Foundation

switch Array(CommandLine.arguments.dropFirst()) {
case ["classics"]:
  print(ClassicTable.head)
  for classic in Classic.all {
    print(ClassicTable.row(classic))
    fflush(nil)
  }
  print("\n\(ClassicTable.footnote)")
case ["speed"]:
  let (explorer, bareBaton, ratio) = Speed.ratio()
  print("\(explorer) schedules in a second; a bare baton with as many hand-overs: \(bareBaton)")
  print("ratio \((ratio * 100).rounded() / 100)")
case ["cost"]:
  let (seen, unseen, speed) = Cost.exploration()
  print("\(Cost.access().formatted()) ns for an access, where nothing is explored")
  if let allocation = Cost.allocation() {
    print("\(allocation.formatted()) ns for a block that is allocated and freed")
  }
  print("\(seen) schedules, \(unseen) if nothing is seen, at \(speed.formatted()) times the speed")
case let words where words.count == 2 && words[0] == "memory" && (Int(words[1]) ?? 0) >= 10:
  Speed.memory(schedules: Int(words[1])!) { schedules, kilobytes in
    print("\(kilobytes) kB after \(schedules) schedules")
    fflush(nil)
  }
default:
  FileHandle.standardError.write(
    Data("Usage: explorer-figures classics | speed | cost | memory SCHEDULES, with at least 10\n".utf8))
  exit(2)
}
