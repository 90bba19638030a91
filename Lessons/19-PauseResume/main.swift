// Lesson 19: What do pause and resume do as written, and once repaired?
//
// "自定义NSOperation子类" (2015-09-23), No. 15 and No. 16, adds pause and resume to MyOperation. Its summary: pausing is
// finishing, and resuming is starting. Neither is true. The methods change a state on one thread and post messages
// to another thread, which run later. Remember: a message must carry the number of the run to which it belongs.
//
//   swift run lesson19

import Dispatch
import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  19, "What do pause and resume do as written, and once repaired?",
  about: "start, pause and resume, in every order in which two threads can call them.",
  questions: questions,
  options: [
    .number("--trap", "N", "show the schedule of trap N: 1 to 5, 7 or 8"), .foundation, .play,
  ]
).run { show in
  let network = MyOperation.networkRequestThread
  let wanted = show.number(of: "--trap").map { "T\(Int($0))" }
  if let wanted, !traps.contains(where: { $0.id == wanted }) {
    show.refuse("There is no trap \(wanted) in this lesson. Give one of the numbers 1 to 5, 7 or 8.")
  }
  if show.has("--play") { Explorer.play(traps.first { $0.id == wanted ?? "T7" }!.asWritten) }

  // MARK: Step 1

  show.step("Paused before its message runs")
  let operation = Spoken("MyOperation", show) { _ in show.log("the task runs", as: "MyOperation") }
  show.watch(operation)
  // snippet: late
  network.postAndWait {
    // The network thread is busy with this message; two more are in its mailbox afterwards.
    show.start(operation)
    operation.pause()
  }
  network.postAndWait {}
  // end
  // prints: MyOperation    isPaused → true
  // prints: MyOperation    the task runs
  // prints: MyOperation    operation暂停执行..., 线程: MyOperationThread
  let ran = show.events.happened("MyOperation", .paused, before: "MyOperation", .note("the task runs"))
  show.claim("The task ran although the operation was paused", ran)
  show.conclude(
    "pause() set the state to paused, and the message that runs the task did not read the state. The task "
      + "ran and returned, and the document's table refused the change from paused to finished.")
  show.claim("pause() did not finish it (T1)", operation.isPaused && !operation.isFinished)

  // MARK: Step 2

  show.step("Seven ways to break it, found and replayed")
  for trap in traps {
    let found = Explorer.explore(trap.asWritten)
    let again = found.token.map { Explorer.replay($0, trap.asWritten) }
    show.say("\(trap.id)  \(trap.title)\n    replay \(found.token ?? "-")")
    if trap.id == wanted ?? "T2" || show.has("--verbose") {
      show.schedule(found, details: trap.id == wanted)
    }
    show.claim(
      "\(trap.id) was found, and its token reproduces it",
      found.finding != nil && again?.finding == found.finding, got: "\(found)")
  }
  // prints: T1  the task returns while paused: never finished
  // prints: Rule broken: an operation that executes runs its task once
  // prints: T8  resumed in a queue: started by both, the task runs twice
  show.conclude("One schedule shows each of the seven. Its token replays that schedule on any machine.")

  // MARK: Step 3

  show.step("Cancelled while paused")
  let queue = MiniOperationQueue()
  queue.name = "downloads"
  queue.maxConcurrentOperationCount = 1
  let (zombie, next) = (Spoken("zombie", show), Spoken("next", show))
  show.watch([zombie, next], narrated: false)
  cancelWhilePaused(zombie, before: next, in: queue, network)
  show.quote("\(queue.stallReport())")  // prints: 'zombie' is paused: call resume() or cancel()
  show.claim(
    "Cancelled but never finished, it makes the next operation wait (T5)",
    zombie.isCancelled && !zombie.isFinished && !next.isFinished && queue.operationCount == 2)
  let ours = [
    zombie.isPaused ? "paused" : "not paused", zombie.isCancelled ? "cancelled" : "not cancelled",
    "\(queue.operationCount) queued",
  ]
  let isHeld = !next.isFinished || zombie.isFinished
  zombie.resume()
  queue.waitUntilAllOperationsAreFinished()
  show.conclude(
    "cancel() could not finish a paused operation, so it kept the only slot until resume() was called."
  )
  show.claim("Only resume() frees the queue", isHeld && zombie.isFinished && next.isFinished)

  // MARK: Step 4

  show.step("Repaired: each run has a number")
  let search = Settings(.exhaustive(preemptions: show.has("--fast") ? 1 : 2))
  let broken = traps.filter { !Explorer.explore($0.repaired, search).passed }
  show.claim("Repaired, none of the seven can be found", broken.isEmpty, got: "\(broken.map(\.id))")
  let (half, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let pieces = Notebook()
  let connection = Connection { received in
    pieces.write("\(received.last!)")
    show.count("piece", received.last!)
    if received.count == 5 {
      half.signal()
      goOn.wait()
    }
  }
  let download = Download("download", connection)
  show.watch(download)
  queue.addOperation(download)
  half.wait()
  download.pause()
  goOn.signal()
  show.wait(1)
  download.resume()
  queue.waitUntilAllOperationsAreFinished()
  // prints: download       isPaused → true
  // prints: download       isPaused → false
  // prints: download       isFinished → true
  show.conclude(
    "A message of an earlier run is ignored, because each run has a number. Paused in the middle, the "
      + "download continued with the next piece.")
  show.claim(
    "A repaired download continued where it was paused, and received each piece once",
    pieces.lines == (1...10).map { "\($0)" } && download.isFinished, got: "\(pieces.lines)")

  show.compare(ours) { onFoundation() }
}

// Tasks to try, with answers, and the next lesson: see README.md.
