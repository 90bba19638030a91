// Lesson 24: How do operations and tasks wait for each other?
//
// The documents are older than Swift's async and await. An operation can run a task, and a task can await an
// operation. Each bridge needs a few lines, and each must pass cancellation on. Remember: an operation has finished when
// isFinished is announced, a task when its last line has run.
//
//   swift run lesson24

import Dispatch
import LessonKit
import MiniOperations

Lesson(
  24, "How do operations and tasks wait for each other?",
  about: "An operation runs a task, a task awaits an operation, and one graph is written in both ways.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()

  // MARK: Step 1

  show.step("A task in a block operation")
  let trace = Notebook()
  let (gate, taskHasReturned, hasRun) = (Gate(), Gate(), DispatchSemaphore(value: 0))
  // snippet: unowned
  let download = MiniBlockOperation {
    Task {
      await gate.passed()
      show.log("the task returns", as: "download")
      trace.write("the task returns")
      taskHasReturned.open()
    }
  }
  let dependent = MiniBlockOperation {
    show.log("the download has finished: \(download.isFinished)", as: "dependent")
    trace.write("the dependent runs")
    hasRun.signal()
  }
  dependent.addDependency(download)
  // end
  queue.addOperations([download, dependent], waitUntilFinished: false)
  // The dependent does not wait for the gate. If it did, the gate would open after five seconds.
  _ = hasRun.wait(timeout: .now() + 5)
  gate.open()
  queue.waitUntilAllOperationsAreFinished()
  fromMain { await taskHasReturned.passed() }
  // prints: dependent      the download has finished: true
  // prints: download       the task returns
  show.conclude(
    "The block created a task and returned, so the operation had finished. The task returned later, and the "
      + "dependent did not wait for it.")
  show.claim(
    "The dependent ran before the task had returned (O32)",
    trace.lines == ["the dependent runs", "the task returns"], got: "\(trace.lines)")

  // MARK: Step 2

  show.step("An operation that runs a task")
  let start = Gate()
  let operation = TaskOperation("operation") {
    await start.passed()
    show.log("the task returns", as: "operation")
    return 42
  }
  show.watch(operation)
  show.start(operation)
  show.log("start has returned, and no thread waits", as: "operation")
  start.open()
  operation.waitUntilFinished()
  // prints: operation      isExecuting → true
  // prints: operation      start has returned
  // prints: operation      the task returns
  // prints: operation      isFinished → true
  show.conclude(
    "start() began a task and returned. The operation finished when the task had returned, and no thread "
      + "waited in between.")
  show.claim(
    "It finished after its task, and start() had returned earlier",
    show.events.happened("operation", .note("the task returns"), before: "operation", .finished)
      && show.events.happened(
        "operation", .note("start has returned, and no thread waits"), before: "operation", .finished)
  )

  // MARK: Step 3

  show.step("A task that awaits an operation")
  let answer = fromMain { try? await operation.value }
  show.say("the value is \(answer ?? 0)")  // prints: the value is 42
  show.claim("Awaiting a finished operation returns at once", answer == 42)
  let block = MiniBlockOperation {}
  queue.addOperation(block)
  fromMain { await block.end() }
  show.conclude("await suspends the task and blocks no thread. An observer of isFinished resumes it.")
  show.claim("A task can await any other operation too", block.isFinished)

  // MARK: Step 4

  show.step("Cancelled on either side")
  let isWaiting = Gate()
  let patient = TaskOperation("patient") {
    isWaiting.open()
    try await Task.sleep(for: .seconds(3600))
  }
  show.watch(patient)
  queue.addOperation(patient)
  fromMain { await isWaiting.passed() }
  patient.cancel()
  patient.waitUntilFinished()
  // prints: patient        isCancelled → true
  // prints: patient        isFinished → true
  let error = fromMain { await patient.failure }
  show.claim("cancel() of the operation stopped the sleep of its task", error is CancellationError)
  queue.isSuspended = true
  let awaited = MiniBlockOperation { show.log("never printed", as: "awaited") }
  awaited.name = "awaited"
  show.watch(awaited)
  queue.addOperation(awaited)
  let isAwaited = Gate()
  let task = Task.detached { await awaited.end(isAwaited) }
  fromMain { await isAwaited.passed() }
  task.cancel()
  queue.isSuspended = false
  fromMain { await task.value }
  // prints: awaited        isCancelled → true
  // prints: awaited        isFinished → true
  show.conclude(
    "Cancelling the operation cancelled its task, and cancelling the task cancelled the operation. After "
      + "that, each still had to finish.")
  show.claim(
    "cancel() of the task cancelled the operation, which finished without its block",
    awaited.isCancelled && awaited.isFinished && !show.events.started.contains("awaited"))

  // MARK: Step 5

  show.step("One graph, twice")
  let sums = fromMain {
    [try? await sumWithOperations(show), await sumWithTasks(), await sumWithGroup()]
  }
  show.say("operations \(sums[0] ?? 0), tasks \(sums[1] ?? 0), a group \(sums[2] ?? 0)")
  // prints: operations 10, tasks 10, a group 10
  show.conclude(
    "With operations, the edges of the graph are dependencies; with tasks, each edge is an await.")
  show.claim(
    "Operations, child tasks and a task group give the same sum", sums == [10, 10, 10], got: "\(sums)")
  show.compare(trace.lines) { onFoundation() }
}

// Tasks to try, with answers, and the next lesson: see README.md.
