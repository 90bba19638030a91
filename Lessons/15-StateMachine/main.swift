// Lesson 15: Why does a cancelled download hang, and which transition is missing?
//
// A download is paused, then cancelled, and its queue stands still. Two documents (both 2015) describe the life of an
// operation by four states and a table of legal transitions; the mistake is in the table. Remember: draw the states as
// a graph. Each other state needs an arrow to finished, and a refused transition must be reported.
//
//   swift run lesson15

import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  15, "Why does a cancelled download hang, and which transition is missing?",
  about:
    "A paused download is cancelled, and its queue hangs. You find the missing arrow in the graph of its "
    + "states.",
  questions: questions,
  options: [.play]
).run { show in
  if show.has("--play") { return Explorer.play(validatedBeforeLocking) }
  let workers = SteppedWorkers()
  func makeQueue() -> MiniOperationQueue {
    let queue = MiniOperationQueue(workers: workers)
    (queue.name, queue.maxConcurrentOperationCount) = ("downloads", 1)
    return queue
  }

  // MARK: Step 1

  show.step("Paused, cancelled, and never finished")
  let (stuck, next) = (Download("download", documents), MiniBlockOperation {})
  next.name = "next"
  let queue = makeQueue()
  show.watch(stuck)
  queue.addOperation(stuck)
  workers.run()
  // snippet: scene
  stuck.pause()
  stuck.cancel()
  queue.addOperation(next)
  // end
  workers.run()
  // prints: download       isPaused → true
  // prints: download       isCancelled → true
  // prints: 'download' is paused: call resume() or cancel()
  // prints: 'next' is ready, but all slots are taken
  show.quote("\(queue.stallReport())")
  show.conclude(
    "The download was cancelled, and it is still paused. It keeps its slot, and 'next' waits forever.")
  show.claim(
    "Cancelled while paused, the download did not finish, and the queue stands still (T5)",
    stuck.isCancelled && !stuck.isFinished && !next.isFinished)

  // MARK: Step 2

  show.step("The graph of its states")
  show.text(arrows(documents))
  // prints: ready      → executing, paused, finished (if cancelled)
  // prints: paused     → ready
  let legal = pairs.filter { documents($0, $1, true) }
  show.conclude(
    "cancel() needs an arrow to finished. There is one from ready, if cancelled, and one from executing, but "
      + "none from paused. So the change was refused, and nothing reported it.")
  show.claim(
    "Of sixteen transitions six are legal, and none leads from paused to finished",
    pairs.count == 16 && legal.count == 6 && !legal.contains { $0 == .paused && $1 == .finished },
    got: "\(legal)")
  show.claim(
    "The tables of both documents allow the same transitions",
    pairs.allSatisfy { from, to in
      [false, true].allSatisfy { library(from, to, $0) == documents(from, to, $0) }
    })

  // MARK: Step 3

  show.step("One more arrow")
  show.text(arrows(repaired))
  // prints: paused     → ready, finished (if cancelled)
  let (freed, follower) = (Download("repaired", repaired), MiniBlockOperation {})
  let other = makeQueue()
  show.watch(freed)
  other.addOperation(freed)
  workers.run()
  freed.pause()
  freed.cancel()
  other.addOperation(follower)
  workers.run()
  // prints: repaired       isExecuting → false
  // prints: repaired       isPaused → true
  // prints: repaired       isPaused → false
  // prints: repaired       isFinished → true
  show.conclude("The same three calls. The download finished, its slot was free, and the next one ran.")
  show.claim(
    "With an arrow from paused to finished, for a cancelled download, the queue emptied",
    freed.isFinished && follower.isFinished)
  show.claim(
    "The old state's key was announced before the new one's",
    show.events.happened("repaired", .notExecuting, before: "repaired", .paused)
      && show.events.happened("repaired", .notPaused, before: "repaired", .finished))

  // MARK: Step 4

  show.step("A refusal that is not reported")
  let silent = MyOperation()
  silent.name = "MyOperation"
  show.watch(silent)
  let before = show.events.count
  silent.status = .finished
  show.say("status is \(silent.status) after 'status = .finished'")  // prints: status is ready after
  let answers = [MyOperationStatus.finished, .executing, .ready].map(Download("answers", repaired).move)
  show.say("move(to:) returns \(answers)")  // prints: move(to:) returns [false, true, false]
  show.conclude(
    "The document's setter reports no error, and its caller continues as if the state had changed. move(to:) "
      + "refused finished, accepted executing and refused ready: a caller that reads the result can stop.")
  show.claim(
    "A refused assignment changed nothing and announced nothing",
    silent.status == .ready && show.events.count == before)
  show.claim("move(to:) reported both refusals", answers == [false, true, false])

  // MARK: Step 5

  show.step("Validated before locking")
  let found = Explorer.explore(validatedBeforeLocking)
  // prints: Rule broken: one of the two threads begins
  show.schedule(found)
  let held = Explorer.explore(validatedUnderTheLock)
  show.schedule(held)  // prints: ✔ validated under the lock
  show.conclude(
    "The setter reads the state, finds the transition legal, and then locks. Both threads had read 'ready' "
      + "before the first of them wrote; --verbose shows where.")
  show.claim("As written, two threads can both make an operation execute", found.finding != nil)
  show.claim("Validated and changed under one lock, only one of them can", held.passed)
}

// Tasks to try, with answers, and the next lesson: see README.md.
