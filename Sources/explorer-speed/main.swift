// How fast the Explorer is, and whether it keeps anything: `swift run -c release explorer-speed`.
//
// The measure for speed is a bare baton: two threads that hand it to each other
// as often as the exploration did, and do nothing else.

import Explorer
import Foundation
import MiniOperations

/// Two threads of twenty points each, all of which matter to each other.
let twenty = Scenario("two threads of twenty points") { stage in
  let shared = Shared(0, "shared")
  for name in ["A", "B"] {
    stage.thread(name) { for number in 1...20 { shared.value = number } }
  }
}

/// The same work with operations and a queue, where memory would be lost if anywhere.
let operations = Scenario("two operations, one cancelled") { stage in
  let queue = MiniOperationQueue()
  let operation = MiniBlockOperation {}
  stage.thread("A") {
    queue.addOperation {}
    queue.addOperation(operation)
  }
  stage.thread("B") { operation.cancel() }
}

func explore(_ scenario: Scenario, schedules: Int) -> (schedules: Int, handOvers: Int, seconds: Double) {
  var settings = Settings()
  settings.skipsEquivalent = false
  let begin = ContinuousClock.now
  var done = 0
  var handOvers = 0
  while done < schedules {
    let exploration = Explorer.explore(scenario, settings)
    precondition(exploration.passed, "\(exploration)")
    done += exploration.runs
    handOvers += exploration.handOvers
  }
  return (done, handOvers, (ContinuousClock.now - begin) / .seconds(1))
}

// In turns, since the machine has other things to do; the middle of many ratios counts.
var rounds: [(speed: Double, bare: Double)] = []
for _ in 1...41 {
  let ours = explore(twenty, schedules: 2_000)
  let count = Double(ours.schedules)
  rounds.append((count / ours.seconds, count / BareBaton.seconds(handOvers: ours.handOvers)))
}
rounds.sort { $0.speed / $0.bare < $1.speed / $1.bare }
let middle = rounds[rounds.count / 2]
print(
  "\(Int(middle.speed)) schedules/s; a bare baton with as many hand-overs: \(Int(middle.bare))/s; "
    + "ratio \((middle.speed / middle.bare * 100).rounded() / 100)")

for scenario in [twenty, operations] {
  _ = Explorer.explore(scenario, Settings(.random(seed: 1, schedules: 1_000)))
  let before = residentKilobytes()
  _ = Explorer.explore(scenario, Settings(.random(seed: 1, schedules: 100_000)))
  let after = residentKilobytes()
  print("\(scenario.name): \(before) kB after 1 000 schedules, \(after) kB after 100 000 more")
}

/// The memory that the process really has, where the system tells it in a file; zero elsewhere.
func residentKilobytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  return Int(text.split(separator: " ")[1])! * 4
}
