// Lesson 17: What does the whole class of the documents do, and where does it break?
//
// "自定义NSOperation子类" (2015-09-23) builds MyOperation: start and cancel post a message to one network thread,
// and that thread runs the task and finishes. All code that changes the state holds one recursive lock.
// Remember: only one of `start` and `cancel` may finish an operation, and a task must not run under a lock.
//
//   swift run lesson17

import Documents
import Explorer
import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

Lesson(
  17, "What does the whole class of the documents do, and where does it break?",
  about: "The threads of MyOperation, and three ways in which its cancel() goes wrong.",
  questions: questions,
  options: [.foundation, .play]
).run { show in
  if show.has("--play") { Explorer.play(cancelDuringTask) }
  let network = MyOperation.networkRequestThread
  let calls = Notebook()

  // MARK: Step 1

  show.step("From init to finish")
  let operation = Narrated("MyOperation", show, calls) { _ in
    show.log("the task\(network.isCurrent ? ", on the network thread" : "")", as: "MyOperation")
  }
  let older = AFURLConnectionOperation(request: URLRequest(url: URL(filePath: "/")))
  show.claim("New operations of both classes are ready", operation.isReady && older.isReady)
  show.watch(operation)
  // snippet: queue
  let queue = MiniOperationQueue()
  queue.addOperation(operation)
  queue.waitUntilAllOperationsAreFinished()
  // end
  // prints: MyOperation    start
  // prints: MyOperation    isExecuting → true
  // prints: MyOperation    operationDidStart
  // prints: MyOperation    the task, on the network thread
  // prints: MyOperation    finish
  // prints: MyOperation    isFinished → true
  let task = show.events.place("MyOperation", .note("the task, on the network thread"))
  show.conclude("A worker called start(), which posted a message. The network thread did the work.")
  show.claim("The task ran on the network thread", task != nil)

  // MARK: Step 2

  show.step("Cancelled before it is started", isConcurrent: true)
  queue.isSuspended = true
  let unstarted = Narrated("unstarted", show) { _ in }
  let waiting = Repaired.MyOperation()
  waiting.name = "repaired"
  show.watch(unstarted, waiting)
  queue.addOperations([unstarted, waiting], waitUntilFinished: false)
  // snippet: cancel
  unstarted.cancel()
  waiting.cancel()
  network.postAndWait {}
  // end
  // prints: unstarted      cancelOperation
  // prints: unstarted      isFinished → true
  show.claim(
    "As written, it finished in a suspended queue that had not started it (T9)",
    unstarted.isFinished && show.events.place("unstarted", .note("start")) == nil)
  show.claim("Repaired, it does not finish before it is started", waiting.isCancelled && !waiting.isFinished)
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  show.conclude(
    "The document's cancel() finished an operation that no queue had started. The repaired operation "
      + "finished when the queue had started it.")
  show.claim(
    "Started later, it finishes without executing",
    waiting.isFinished && !show.events.started.contains("repaired"))

  // MARK: Step 3

  show.step("Started, then cancelled")
  let (runs, repairedRuns) = (Counter(), Counter())
  let late = Narrated("cancelled", show, calls) { _ in runs.raise() }
  let repaired = Repaired.MyOperation { _ in repairedRuns.raise() }
  // The network thread is busy with this message, and reads the others from its mailbox afterwards.
  network.postAndWait {
    for operation in [late, repaired] {
      operation.start()
      operation.cancel()
    }
  }
  network.postAndWait {}
  show.say("the task ran \(runs.value) time as written, \(repairedRuns.value) times repaired")
  // prints: the task ran 1 time as written, 0 times repaired
  show.claim("As written, a cancelled operation ran its task (T10)", runs.value == 1 && late.isCancelled)
  show.conclude(
    "Both messages were in the mailbox of the network thread. As written, the first one ran the task without "
      + "checking isCancelled.")
  show.claim("Repaired, it finished without running its task", repairedRuns.value == 0 && repaired.isFinished)

  // MARK: Step 4

  show.step("Cancelled while the task runs")
  let hasBegun = DispatchSemaphore(value: 0)
  let long = Narrated("half a second", show) { operation in
    hasBegun.signal()
    show.wait(0.5)
    show.log("the task returns, isCancelled is \(operation.isCancelled)", as: "half a second")
  }
  long.start()
  hasBegun.wait()
  long.cancel()
  show.log("cancel has returned", as: "half a second")
  // prints: the task returns, isCancelled is false
  // prints: cancel has returned
  show.claim(
    "cancel() returned after the task and had no effect (T11)", long.isFinished && !long.isCancelled)
  let stuck = Explorer.explore(cancelDuringTask)
  show.schedule(stuck)
  // prints: 'M' waits for 'MyOperationLock', held by 'N'
  show.claim("A task that waits until cancel() has returned waits forever", stuck.finding?.kind == .deadlock)
  show.conclude(
    "The task ran while its thread held the lock that cancel() needs. So cancel() waited until the operation "
      + "had finished.")
  show.claim(
    "Repaired, cancel() returns while the task runs", Explorer.explore(cancelDuringTaskRepaired).passed)

  // MARK: Step 5

  show.step("Which methods may any thread call?")
  let inherited = Explorer.explore(twoDependencies)
  show.schedule(inherited)  // prints: ✔ two threads, one operation
  let yours = Explorer.explore(ownBytes)
  show.schedule(yours)  // prints: both additions count
  show.conclude(
    "Any thread may call the methods that an operation inherits, without a lock around the call. A property "
      + "that a subclass adds needs a lock: two threads read the same value, and one addition is lost.")
  show.claim("Two threads called inherited methods, and nothing was lost in any schedule", inherited.passed)
  show.claim("A property of a subclass lost one of two additions", yours.finding != nil)
  show.claim("With a lock around it, it lost none", Explorer.explore(ownBytesLocked).passed)

  show.compare(calls.lines) { onFoundation() }
}

// Tasks to try, with answers, and the next lesson: see README.md.
