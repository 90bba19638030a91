// Lesson 15: Why does a cancelled download hang, and which transition is missing?
//
// A download is paused, then cancelled, and its queue stands still. Its states and their transitions are a graph.
// Remember: each state needs a way to finished, and a caller that is refused must find out.
//
//   swift run lesson15

import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  15, "Why does a cancelled download hang, and which transition is missing?",
  about: "A paused download is cancelled, and its queue hangs. Find the missing arrow.",
  questions: questions,
  options: [.play]
).run { show in
  if show.has("--play") { return Explorer.play(validatedBeforeLocking) }
  let workers = SteppedWorkers()

  /// Pauses and cancels a running download, and returns the one after it in a queue with one slot.
  func pauseAndCancel(_ download: Download) -> (next: MiniOperation, queue: MiniOperationQueue) {
    let (queue, next) = (MiniOperationQueue(workers: workers), MiniBlockOperation {})
    (queue.name, queue.maxConcurrentOperationCount, next.name) = ("downloads", 1, "next")
    show.watch(download)
    queue.addOperation(download)
    workers.run()
    _ = download.pause()
    download.cancel()
    queue.addOperation(next)
    workers.run()
    return (next, queue)
  }

  show.step("Paused, cancelled, and never finished")
  let stuck = Download("download", found)
  let (next, queue) = pauseAndCancel(stuck)
  // prints: download       isPaused → true
  // prints: 'download' was cancelled, but is paused and did not finish: call resume()
  // prints: 'next' is ready, but all slots are taken
  show.quote("\(queue.stallReport())")
  show.conclude("The download is cancelled and still paused. It keeps its slot, and 'next' waits forever.")
  show.claim(
    "Cancelled while paused, it did not finish, and the queue stands still",
    stuck.isCancelled && !stuck.isFinished && !next.isFinished)

  show.step("The graph of its states")
  show.text(arrows(found))
  // prints: paused     → ready
  let legal = pairs.filter { found($0, $1, true) }
  show.conclude("From paused there is no arrow to finished, so cancel() was refused, and nobody found out.")
  show.claim(
    "Of sixteen transitions six are legal, and none leads from paused to finished",
    legal.count == 6 && !legal.contains { $0 == .paused && $1 == .finished }, got: "\(legal)")

  show.step("A repaired table")
  show.text(arrows(repaired))
  // prints: paused     → executing, finished (if cancelled)
  let freed = Download("repaired", repaired)
  let (follower, _) = pauseAndCancel(freed)
  // prints: repaired       isFinished → true
  show.conclude("The same calls. The download finished, its slot was free, and the next one ran.")
  show.claim(
    "With an arrow from paused to finished, if cancelled, the queue emptied",
    freed.isFinished && follower.isFinished)
  show.claim("Paused and cancelled before its start, it left the finish to start()", waitsForItsStart())

  show.step("A refusal that is not reported")
  let silent = MyOperation()
  silent.status = .finished
  show.say("status is \(silent.status) after 'status = .finished'")  // prints: status is ready after
  let answers = [MyOperationStatus.finished, .executing, .ready].map(Download("answers", repaired).move)
  show.say("move(to:) returns \(answers)")  // prints: move(to:) returns [false, true, false]
  show.conclude("A setter cannot say no: its caller goes on as if the state had changed. move(to:) can.")
  show.claim(
    "The setter refused in silence, and move(to:) reported both refusals",
    silent.status == .ready && answers == [false, true, false])

  show.step("Validated, and then locked")
  let race = Explorer.explore(validatedBeforeLocking)
  show.schedule(race)  // prints: Rule broken: one of the two threads begins
  let (held, cancelled) = (Explorer.explore(validatedUnderTheLock), Explorer.explore(startedAndCancelled))
  for passed in [held, cancelled] { show.schedule(passed) }  // prints: ✔ validated under the lock
  show.conclude("Both threads had validated 'ready' before the first of them wrote.")
  show.claim("As written, two threads can both make an operation execute", race.finding != nil)
  show.claim(
    "In the class above, only one of them can, and a cancelled one finishes", held.passed && cancelled.passed)

  show.step("Two flags in place of one state")
  let both = Explorer.explore(twoFlags)
  show.schedule(both)  // prints: a finished operation is not executing
  let never = Explorer.explore(oneState)
  show.schedule(never)
  show.conclude("Two flags are two changes, and a dependent ran between them. One state changes at once.")
  show.claim("With two flags, a dependent found its dependency executing and finished", both.finding != nil)
  show.claim("With one state, no schedule showed both", never.passed)
}

// Tasks to try, with answers: see README.md.
