// Lesson 19: Does pause() pause a download?
//
// pause() and resume() change a state at once and post messages that are read later. In between the state may have
// changed again, and a change that is refused is reported to nobody.
// Remember: a message must carry the number of its run, and a refused caller must stop.
//
//   swift run lesson19

import Dispatch
import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  19, "Does pause() pause a download?",
  about: "A Pause button for Album: thirty lines, and seven ways in which they fail.",
  questions: questions,
  options: [.number("--trap", "N", "show the schedule of trap N: 1 to 5, 7 or 8"), .play]
).run { show in
  let network = RunLoopThread(name: "network")
  let wanted = show.number(of: "--trap").map { "T\(Int($0))" }
  if let wanted, !traps.contains(where: { $0.id == wanted }) {
    show.refuse("There is no trap \(wanted) in this lesson. Give one of the numbers 1 to 5, 7 or 8.")
  }
  if show.has("--play") { Explorer.play(traps.first { $0.id == wanted ?? "T7" }!.asWritten) }

  show.step("Paused as soon as it is started")
  let runs = Counter()
  let first = Download("photo 1", on: network, log: { show.log($0, as: $1) }) { operation in
    runs.raise()
    show.log("downloads everything, isPaused is \(operation.isPaused)", as: "photo 1")
  }
  pauseAtOnce(first, network)
  // prints: photo 1        downloads everything, isPaused is true
  // prints: photo 1        paused ..., on the network thread
  show.say("isPaused: \(first.isPaused), isFinished: \(first.isFinished)")
  // prints: isPaused: true, isFinished: false
  show.conclude(
    "Nothing looked at the state before the task began. And from paused, no way leads to finished.")
  show.claim(
    "Paused, it downloaded everything, and never finished",
    runs.value == 1 && first.isPaused && !first.isFinished)

  show.step("The user gives up the paused photo")
  let queue = MiniOperationQueue()
  queue.name = "downloads"
  queue.maxConcurrentOperationCount = 1
  let (paused, next) = (Download("photo 2", on: network), Download("photo 3", on: network))
  cancelWhilePaused(paused, before: next, in: queue, network)
  show.quote("\(queue.stallReport())")
  // prints: 'photo 2' was cancelled, but is paused and did not finish: call resume()
  let isHeld = queue.operationCount == 2
  paused.resume()
  queue.waitUntilAllOperationsAreFinished()
  show.conclude(
    "cancel() could not finish it, so it kept the only slot until resume() was called.")
  show.claim("Cancelled while paused, it kept the next photo waiting", isHeld && next.isFinished)

  show.step("Seven ways, each as one schedule")
  var isFound = true
  for trap in traps {
    let found = Explorer.explore(trap.asWritten)
    let again = found.token.map { Explorer.replay($0, trap.asWritten) }
    isFound = isFound && found.finding != nil && again?.finding == found.finding
    show.say("\(trap.id)  \(trap.title)\n    replay \(found.token ?? "-")")
    if trap.id == wanted ?? "T2" || show.has("--verbose") { show.schedule(found, details: trap.id == wanted) }
  }
  // prints: T1  the task returns while paused: never finished
  // prints: Rule broken: an operation that executes runs its task once
  // prints: T8  resumed in a queue: started by both, the task runs twice
  show.conclude(
    "Each schedule is one order in which the threads take their steps, and can be repeated anywhere.")
  show.claim("All seven were found, and can be repeated at will", isFound)

  show.step("Repaired: each run has a number")
  let search = Settings(.exhaustive(preemptions: show.has("--fast") ? 1 : 2))
  let broken = traps.filter { !Explorer.explore($0.repaired, search).passed }
  show.claim("Repaired, none of the seven can be found", broken.isEmpty, got: "\(broken.map(\.id))")
  let pieces = Notebook()
  let connection = Connection(on: network) { piece in
    show.count("piece", piece)
    pieces.write("\(piece)")
  }
  let repaired = RepairedDownload("photo 4", connection)
  pauseInTheMiddle(repaired, connection, in: queue) {
    show.log("isPaused: \(repaired.isPaused)", as: "photo 4")
  }
  // prints: photo 4        isPaused: true
  show.conclude("Messages of the interrupted run are ignored, and the connection kept its pieces.")
  show.claim(
    "Paused in the middle and resumed, it received each of ten pieces once",
    pieces.lines == (1...10).map { "\($0)" } && repaired.isFinished, got: "\(pieces.lines)")
}

// Tasks to try, with answers: see README.md.
