// Lesson 22: What happens between addOperation and start()?
//
// You look into a queue whose source is public: an operation is added, becomes ready, waits for a slot, is handed to a
// pool of threads, is started, and finishes. On the way stands a bug that shipped for years.
// Remember: a thread is free when it waits for work, and not when no work waits for it.
//
//   swift run lesson22

import Explorer
import LessonKit
import MiniOperations

Lesson(
  22, "What happens between addOperation and start()?",
  about: "A walk through GNUstep's queue, and a picture that gets no thread.",
  questions: questions,
  options: [.play]
).run { show in
  if show.has("--play") { Explorer.play(asShipped) }

  show.step("From addOperation to the finish")
  // prints: resize         isReady is read: false
  // prints: the queue      has 2 operations
  // prints: resize         isReady is read: true
  // prints: resize         start()
  // prints: resize         main()
  // prints: resize         isFinished is read: true
  // prints: the queue      has 0 operations
  walk { show.log($0, as: $1) }
  show.conclude(
    "The queue read isReady when resize was added, and again when download had finished. The thread that had run "
      + "download did everything else.")
  let calls = show.events.filter { $0.subject == "resize" && $0.thread != "main" }
  show.claim(
    "The thread that ran download started resize, and no other took part",
    Set(calls.map(\.thread)) == ["pool 1"],
    got: "\(calls)")

  show.step("Room for eight, and picture gets no thread")
  // prints: 'pool 1' waits for a signal on 'the picture'
  let found = Explorer.explore(asShipped)
  show.schedule(found)
  show.conclude(
    "The queue has one thread, which waits in page for picture, and no second one was started. Which two rows decide "
      + "that?")
  let rows = found.table?.rows ?? []
  let taken = rows.firstIndex { $0.thread == "pool 1" && $0.text == "page begins main" } ?? rows.count
  let added = rows.lastIndex { $0.thread == "main" && $0.text.hasPrefix("signal pool") } ?? 0
  show.claim("With room for seven more, picture was never started", found.finding?.kind == .deadlock)

  show.step("The two rows")
  for row in rows.indices where [taken, added].contains(row) {
    show.say("\(rows[row].number.padded(to: 3)) \(rows[row].thread.padded(to: 7)) \(rows[row].text)")
  }
  // prints: page begins main
  // prints: signal pool: no thread waits
  var undisturbed = Settings(.exhaustive(preemptions: 0))
  undisturbed.surprises = 0
  let inOrder = Explorer.explore(asShipped, undisturbed)
  show.quote("If main is never interrupted: \(inOrder.summary)")
  show.conclude(
    "The thread had taken page out of the list. The list was empty when picture was added, and the queue took its "
      + "busy thread for an idle one. If main is not interrupted, it adds both first, and a second thread starts."
  )
  show.claim(
    "Only if the thread took page before picture came, picture got none", taken < added && inOrder.passed)

  show.step("Repaired: count the threads that wait")
  let bounds = Settings(.exhaustive(preemptions: 1))
  let (held, framework) = (Explorer.explore(repaired, bounds), Explorer.explore(inFramework, bounds))
  show.schedule(held)  // prints: ✔ repaired
  show.schedule(framework)  // prints: ✔ this framework's queue
  show.conclude("Both start a thread if more operations wait than threads do.")
  show.claim("Repaired, picture ran in every order within the bounds", held.passed)
  show.claim("In this framework's queue, picture ran in every order, too", framework.passed)
}

// Tasks to try, with answers: see README.md.
