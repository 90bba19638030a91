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

for _ in 1...4 {
  let ours = explore(twenty, schedules: 30_000)
  let bare = BareBaton.seconds(handOvers: ours.handOvers)
  let speed = Double(ours.schedules) / ours.seconds
  let bareSpeed = Double(ours.schedules) / bare
  print(
    "\(Int(speed)) schedules/s with \(Double(ours.handOvers) / Double(ours.schedules)) hand-overs each; "
      + "the bare baton alone: \(Int(bareSpeed))/s; ratio \(speed / bareSpeed)")
}

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
