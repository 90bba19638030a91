// Lesson 22: Which way does an operation take through a queue?
//
// The document opens GNUstep's queue to see what Apple's may look like inside: an operation is added, becomes
// ready, waits for a slot, goes to a pool of threads, is started, and finishes. You walk along, and find a bug
// that was shipped. Remember: a thread is free when it waits for work, not when the list is empty.
//
//   swift run lesson22

import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  22, "Which way does an operation take through a queue?",
  about: "A walk through GNUstep's queue, and a bug on the way: you find it in a schedule and repair it.",
  questions: questions,
  options: [.play]
).run { show in
  if show.has("--play") { Explorer.play(asWritten) }

  // MARK: Step 1

  show.step("From addOperation to the finish")
  let announcements = Announcements(show)
  let old = GNUstepQueue(announce: announcements.add)
  let download = MiniBlockOperation {}
  let resize = Walker("resize", show)
  download.name = "download"
  resize.addDependency(download)
  show.log("is added", as: "resize")
  // prints: resize         isReady is read: false
  old.addOperation(resize)
  show.log("is added", as: "download")
  // prints: old queue      has 2 operations
  // prints: resize         isReady is read: true
  // prints: resize         isConcurrent is read: false
  // prints: resize         start()
  // prints: resize         thread priority 0.5
  // prints: resize         main()
  // prints: resize         isFinished is read: true
  // prints: old queue      has 0 operations
  old.addOperation(download)
  announcements.waitUntilEmpty()
  show.conclude(
    "The queue read isReady when resize was added, and once more when download had finished. The thread "
      + "that had run download did everything that followed.")
  let calls = show.events.filter { $0.subject == "resize" && $0.thread != "main" }
  show.claim(
    "After adding, the thread that finished download did everything for resize",
    Set(calls.map(\.thread)) == ["pool 1"] && old.operations.isEmpty, got: "\(calls)")
  let change = ["will change operations", "will change operationCount"]
  let bothHalves = change + ["did change operationCount", "did change operations"]
  show.claim(
    "The queue announced each change of its list before and after it, under two keys",
    announcements.lines == (1...4).flatMap { _ in bothHalves }, got: "\(announcements.lines)")

  // MARK: Step 2

  show.step("Room for eight, and the second operation gets no thread")
  show.say("The first operation waits for the second, which is added after it.")
  // prints: 'pool 1' waits for a signal on 'meeting'
  let found = Explorer.explore(asWritten)
  show.schedule(found)
  show.conclude(
    "The queue has one thread, and that thread is busy. No second thread was started. Which two rows decide "
      + "that?")
  let rows = found.table?.rows ?? []
  let taken = rows.firstIndex { $0.thread == "pool 1" && $0.text == "first begins main" } ?? rows.count
  let added = rows.lastIndex { $0.thread == "main" && $0.text == "signal pool" } ?? 0
  show.claim(
    "T22: The second operation got no thread, because the thread had taken the first one before",
    found.finding != nil && taken < added)

  // MARK: Step 3

  show.step("The two rows")
  for row in rows.indices where [taken, added].contains(row) {
    show.say("\(rows[row].number.padded(to: 3)) \(rows[row].thread.padded(to: 7)) \(rows[row].text)")
  }
  var undisturbed = Settings(.exhaustive(preemptions: 0))
  undisturbed.surprises = 0
  let inOrder = Explorer.explore(asWritten, undisturbed)
  show.say("If main is never interrupted, both operations run: \(inOrder.summary)")
  show.conclude(
    "An operation that a thread has taken is no longer in the list of waiting ones. The list was empty when "
      + "the second operation was added, so the queue took its busy thread for an idle one.")
  show.claim(
    "If both are added before the thread takes the first one, both run", inOrder.passed, got: "\(inOrder)")

  // MARK: Step 4

  show.step("Repaired: count the threads that wait")
  let bounds = Settings(.exhaustive(preemptions: 1))
  let held = Explorer.explore(repaired, bounds)
  show.schedule(held)  // prints: ✔ T22, repaired
  let framework = Explorer.explore(inFramework, bounds)
  show.schedule(framework)  // prints: ✔ T22, this framework
  show.conclude(
    "The repaired queue starts a thread if more operations wait than threads do. This framework's queue "
      + "counts in the same way.")
  show.claim("T22, repaired: the second operation ran in every schedule within the bounds", held.passed)
  show.claim("On this framework's queue it ran in every schedule, too", framework.passed)
}

// Tasks to try, with answers, and the next lesson: see README.md.
