// Lesson 26: Which tool, and how do I move between tools?
//
// A hundred thumbnails with three tools; one call as a callback, as an operation and as an async function; and a base
// class that you can take away, tested in every order within bounds.
// Remember: async for a value that the next line needs, operations for work that somebody sees, reorders or holds.
//
//   swift run lesson26

import Explorer
import LessonKit
import MiniOperations

Lesson(
  26, "Which tool, and how do I move between tools?",
  about: "A hundred thumbnails, one call in three forms, and a class to take away.",
  questions: questions
).run { show in
  show.step("Choosing: a hundred thumbnails")
  let (free, limited, queued) = (
    Server(answersAfter: 100), Server(answersAfter: 3), Server(answersAfter: 3)
  )
  fromMain { await loadInGroup(from: free) }
  fromMain { await loadInGroup(from: limited, atMost: 3) }
  loadInQueue(from: queued, atMost: 3)
  // prints: a task group                  100 at once
  show.text(
    """
    a task group                  \(free.mostAtOnce) at once
    a task group, limited to 3    \(limited.mostAtOnce) at once
    a queue with the limit 3      \(queued.mostAtOnce) at once
    """)
  show.conclude(
    "A queue has a limit. A task group has none: you await one of its tasks before you add the next.")
  show.claim("A task group sent all hundred requests at once", free.mostAtOnce == 100)
  show.claim(
    "Awaiting a task before adding the next kept the limit, as the queue did",
    limited.mostAtOnce == 3 && queued.mostAtOnce == 3,
    got: "\(limited.mostAtOnce), \(queued.mostAtOnce)")

  show.step("Moving: a callback, an operation, an async function")
  let (server, slow) = (Server(answersAfter: 1), Server(answersAfter: .max))
  let called = Notebook()
  let hasAnswered = Moment()
  server.request("owl").send { photo in
    called.write(photo ?? "")
    hasAnswered.reached()
  }
  hasAnswered.waitUntilReached()
  let download = Download("owl", from: server)
  let queue = MiniOperationQueue()
  queue.addOperation(download)
  queue.waitUntilAllOperationsAreFinished()
  let awaited = fromMain { await server.photo("owl") ?? "" }
  show.say("callback: \(called.lines.joined()), operation: \(download.photo ?? ""), async: \(awaited)")
  // prints: callback: the owl, operation: the owl, async: the owl
  let deaf = Task.detached { await slow.photoWithoutHandler("fox") }
  let task = Task.detached { await slow.photo("fox") }
  let cancelled = Download("fox", from: slow)
  queue.addOperation(cancelled)
  for _ in 1...3 { slow.waitForRequest() }
  for cancel in [deaf.cancel, task.cancel, cancelled.cancel] { cancel() }
  slow.answer()
  queue.waitUntilAllOperationsAreFinished()
  let (late, answers) = fromMain { (await deaf.value, [await task.value, cancelled.photo]) }
  show.text(
    """
    cancelled, without a handler  \(late ?? "nothing")
    cancelled, with a handler     \(answers[0] ?? "nothing")
    cancelled, as an operation    \(answers[1] ?? "nothing")
    """)
  // prints: cancelled, without a handler  the fox
  // prints: cancelled, with a handler     nothing
  show.conclude(
    "All three forms give the photo. Cancelling a task sets a flag, and only a handler tells the request.")
  show.claim("A cancelled task without a handler waited for the server, and got the photo", late == "the fox")
  show.claim("With a handler, and as an operation, the request was cancelled", answers == [nil, nil])

  show.step("Testing: every order")
  let explored = Explorer.explore(allAtOnce)
  show.schedule(explored)
  // prints: ✔ start, cancel, and finish twice
  show.conclude(
    "Started, cancelled and finished by three threads, and watched under a lock, the base class finished once in every "
      + "schedule within the bounds.")
  show.claim("The base class finished once and never deadlocked, in every schedule", explored.passed)
}

// Tasks to try, with answers: see README.md.
