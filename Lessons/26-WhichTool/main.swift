// Lesson 26: Which tool, and how do I move between tools?
//
// The same limited work with five tools: operations, dispatch, a task group, an async stream, an actor. Then one callback
// becomes an operation, and the operation becomes async, on a base class that you can take away and test. Remember:
// choose an operation for work that a user sees, pauses or cancels; choose async for a value that the next line needs.
//
//   swift run lesson26

import Explorer
import LessonKit
import MiniOperations

Lesson(
  26, "Which tool, and how do I move between tools?",
  about:
    "Eight pictures, three at a time, with five tools; and one call as a callback, as an operation and as an "
    + "async function.",
  questions: questions
).run { show in
  // MARK: Step 1

  show.step("The same work, five tools")
  let tallies = (1...5).map { _ in Tally() }
  runOperations(tallies[0])
  runDispatch(tallies[1])
  fromMain { await runTaskGroup(tallies[2]) }
  fromMain { await runStream(tallies[3]) }
  fromMain { await runActor(tallies[4]) }
  let tools = ["operations", "dispatch", "task group", "async stream", "actor"]
  // prints: operations    8 pictures, 3 at once
  // prints: actor         8 pictures, 1 at once
  show.text(
    zip(tools, tallies.map(\.result)).map { tool, result in
      "\(tool.padded(to: 13)) \(result.count) pictures, \(result.mostAtOnce) at once"
    }.joined(separator: "\n"))
  show.conclude(
    "An operation queue has a limit. With dispatch you count slots yourself. A task group and a stream have "
      + "no limit; you await one task before you add the next. An actor runs one call at a time, until it "
      + "awaits."
  )
  show.claim("Operations ran three at once", tallies[0].result == (8, 3))
  show.claim("Dispatch with three slots ran three at once", tallies[1].result == (8, 3))
  show.claim("A task group that awaits before it adds ran three at once", tallies[2].result == (8, 3))
  show.claim("An async stream with three tasks ran three at once", tallies[3].result == (8, 3))
  show.claim("An actor ran one at a time", tallies[4].result == (8, 1))

  // MARK: Step 2

  show.step("An actor is not a queue")
  let balance = fromMain {
    let account = Account()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...2 { group.addTask { await account.withdraw(30) } }
    }
    return await account.balance
  }
  show.say("100, minus 30, minus 30: \(balance)")  // prints: 100, minus 30, minus 30: 70
  show.conclude(
    "While the first call awaited, the actor ran the second one, and both had read 100. In a queue with one "
      + "slot, no other operation runs before the first has finished. In an actor, check again after each "
      + "await."
  )
  show.claim("While an actor's method awaited, another call ran, and one withdrawal was lost", balance == 70)

  // MARK: Step 3

  show.step("A callback, an operation, an async function")
  let server = Server()
  let called = Notebook()
  let hasAnswered = Moment()
  // snippet: callback
  server.size(of: "owl.jpg") { size in
    called.write("\(size)")
    hasAnswered.reached()
  }
  // end
  hasAnswered.waitUntilReached()
  let operation = SizeOperation("owl.jpg", on: server)
  operation.name = "size"
  show.watch(operation)
  let queue = MiniOperationQueue()
  queue.addOperation(operation)
  show.waitForEnd(of: operation)
  let awaited = fromMain { await server.size(of: "owl.jpg") }
  // prints: callback 7, operation 7, async 7
  show.say("callback \(called.lines.joined()), operation \(operation.size ?? -1), async \(awaited)")
  show.conclude(
    "The callback receives the value, and must store it somewhere. The operation stores it, and can be a "
      + "dependency. The async function returns it.")
  show.claim(
    "All three had the same answer", called.lines == ["7"] && operation.size == 7 && awaited == 7)

  // MARK: Step 4

  show.step("Test your own: one step at a time")
  let workers = SteppedWorkers()
  let stepped = MiniOperationQueue(workers: workers)
  let (first, second) = (Counted(), Counted())
  stepped.maxConcurrentOperationCount = 1
  stepped.addOperations([first, second], waitUntilFinished: false)
  workers.step()
  let afterOne = [first.begun.value, second.begun.value]
  workers.run()
  let whileFirstRuns = second.begun.value
  first.finish()
  workers.run()
  show.say("after one step: \(afterOne); after the first has finished: \(second.begun.value)")
  show.conclude(
    "No sleep, no time limit: the workers do one piece of work when the test calls them. The second "
      + "operation began after the first had finished, and not before.")
  show.claim(
    "The second began exactly when the first had finished",
    afterOne == [1, 0] && whileFirstRuns == 0 && second.begun.value == 1)
  second.finish()

  // MARK: Step 5

  show.step("Test your own: in every schedule")
  let explored = Explorer.explore(startedCancelledFinished)
  show.schedule(explored)  // prints: ✔ start, cancel, and two calls of finish
  show.conclude(
    "Started, cancelled and finished twice by three threads, the base class finished once in every schedule "
      + "within the bounds.")
  show.claim("The base class finished once, and began at most once, in every schedule", explored.passed)
}

// Tasks to try, with answers, and the next lesson: see README.md.
