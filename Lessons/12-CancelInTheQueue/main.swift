// Lesson 12: When does a cancelled operation finish, and what waits for it?
//
// Somebody leaves the album while its queue is suspended. Everything is cancelled, and nothing goes away.
// Remember: cancelled is a request, finished is a fact, and everything that waits for an operation waits for the fact.
//
//   swift run lesson12

import LessonKit
import MiniOperations

Lesson(
  12, "When does a cancelled operation finish, and what waits for it?",
  about: "Downloads cancelled in a suspended queue, behind a running one, and in no queue.",
  questions: questions,
  options: [.foundation]
).run { show in
  let ran = Notebook()
  let log: @Sendable (String) -> Void = { name in
    show.log("runs", as: name)
    ran.write(name)
  }

  show.step("The album is left while its queue is suspended", isConcurrent: true)
  let queue = MiniOperationQueue()
  queue.name = "photos"
  show.watch(queue)
  queue.isSuspended = true
  let (download, close) = leaveAlbum(queue, log: log)
  show.watch([download, close], narrated: false)
  download.cancel()
  let isReadyByCancel = close.isReady
  show.say("download is cancelled. close is ready: \(isReadyByCancel)")
  show.wait(0.5)
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  // prints: download is cancelled. close is ready: false
  // prints: close          runs
  show.conclude("download still has to be started to finish, and a suspended queue starts nothing.")
  show.claim(
    "Cancelling download did not make close ready; resuming the queue did",
    !isReadyByCancel && download.isFinished && ran.lines == ["close"], got: "\(ran.lines)")

  show.step("Everything is cancelled")
  let workers = SteppedWorkers()
  let all = MiniOperationQueue(workers: workers)
  all.name = "album"
  leaveForGood(all, log: log)
  workers.run()
  let leftover = all.operationCount
  show.say("cancelled: \(all.operations.count(where: \.isCancelled))")  // prints: cancelled: 3
  // prints: 'photo 1' is ready, but the queue is suspended: set isSuspended to false
  show.quote(all.stallReport().description)
  all.isSuspended = false
  workers.run()
  let rest = "left: \(leftover), after resuming: \(all.operationCount)"
  show.say(rest)  // prints: left: 3, after resuming: 0
  show.conclude("All three stayed. After isSuspended = false they finished without running.")
  show.claim(
    "cancelAllOperations() removed none of them, resuming did, and none ran",
    leftover == 3 && all.operationCount == 0 && !ran.lines.contains { $0.contains("photo") }, got: rest)

  show.step("Cancelled while its dependency runs", isConcurrent: true)
  let ranOn = cancelDependent(queue, log: log)
  show.say("save has finished; the download \(ranOn ? "still runs" : "has finished, too").")
  // prints: save has finished; the download still runs.
  show.conclude("A cancelled operation does not wait for its dependencies, and does not stop them.")
  show.claim(
    "Cancelled, save finished before the download that it waited for",
    ranOn && !ran.lines.contains("save"))

  show.step("Cancelled in no queue")
  let alone = named("alone") { log("alone") }
  alone.cancel()
  let isFinishedByCancel = alone.isFinished
  alone.start()
  // prints: finished by cancel(): false, by start(): true
  show.say("finished by cancel(): \(isFinishedByCancel), by start(): \(alone.isFinished)")
  show.conclude("start() is what finishes a cancelled operation. Here nobody but you calls it.")
  show.claim(
    "In no queue, it finished only when it was started, and did not run",
    !isFinishedByCancel && alone.isFinished && !ran.lines.contains("alone"))

  show.step("A dependent that checks first")
  let cancelled = Download()
  let decode = Decode(cancelled) { text in
    show.log(text, as: "decode")
    ran.write(text)
  }
  cancelled.cancel()
  queue.addOperations([decode, cancelled], waitUntilFinished: true)
  // prints: decode         has nothing to decode
  show.conclude("decode ran, as every dependent of a cancelled operation does, and found no photo.")
  show.claim(
    "Its download was cancelled, and decode ran and found no photo",
    cancelled.isFinished && ran.lines.last == "has nothing to decode", got: "\(ran.lines)")
  show.compare(
    [rest, "alone finished by cancel(): \(isFinishedByCancel)"] + ran.lines, withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
