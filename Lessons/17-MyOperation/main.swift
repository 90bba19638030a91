// Lesson 17: Can you trust cancel() in a class that shipped?
//
// MyOperation starts, finishes and can be cancelled: start and cancel post a message to one network thread, which runs
// the task and finishes. Every change of the state is made under one lock, and so is the task.
// Remember: never run a task, or anything else that you have not written, while you hold a lock.
//
//   swift run lesson17

import Documents
import Explorer
import Foundation
import LessonKit
import MiniOperations

Lesson(
  17, "Can you trust cancel() in a class that shipped?",
  about: "A photo scrolls away while it is loaded, just before, and long before.",
  questions: questions,
  options: [.foundation, .play]
).run { show in
  if show.has("--play") { Explorer.play(needsMain) }
  let network = RunLoopThread(name: "network")
  let calls = Notebook()
  let log: @Sendable (String, String) -> Void = { call, name in
    show.log(call, as: name)
    calls.write(call)
  }

  show.step("One photo, from start to finish")
  let photo = Traced("photo", on: network, log: log) { _ in
    show.log("the task\(network.isCurrent ? "" : ", elsewhere")", as: "photo")
  }
  let queue = MiniOperationQueue()
  queue.addOperation(photo)
  queue.waitUntilAllOperationsAreFinished()
  // prints: photo          start
  // prints: photo          operationDidStart
  // prints: photo          the task
  // prints: photo          finish
  show.conclude("A worker called start(), which posted a message. The network thread did everything else.")
  show.claim("The task ran on the network thread", show.events.place("photo", .note("the task")) != nil)

  show.step("The photo scrolls away while its task runs")
  let (begun, begunRepaired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let long = Traced("big photo", on: network, log: { show.log($0, as: $1) }) { operation in
    begun.signal()
    show.wait(0.5)
    show.log("the task returns, isCancelled is \(operation.isCancelled)", as: "big photo")
  }
  let repaired = CancellableOperation(thread: network) { _ in
    begunRepaired.signal()
    show.wait(0.5)
  }
  let seconds = cancelDuringTask(long, begun)
  // prints: the task returns, isCancelled is false
  show.log("cancel() has returned", as: "big photo")
  // prints: cancel() has returned
  network.postAndWait {}
  let fast = cancelDuringTask(repaired, begunRepaired)
  let took = String(format: "%.3f s as published, %.3f s repaired", seconds, fast)
  show.say("cancel() took \(took).", figure: took)
  show.conclude(
    "The network thread held the lock while the task ran, and cancel() needs that lock. When cancel() got it, the "
      + "operation had finished, and there was nothing left to cancel.")
  show.claim("cancel() returned after the task, and cancelled nothing", long.isFinished && !long.isCancelled)

  show.step("The same, and the task needs the main thread")
  let stuck = Explorer.explore(needsMain)
  show.schedule(stuck)
  // prints: 'main' waits for 'MyOperationLock', held by 'network'
  show.conclude("Each thread waits for the other one, and the app stays frozen until it is ended.")
  show.claim("The task waits for the main thread, which waits for the task", stuck.finding?.kind == .deadlock)

  show.step("The photo scrolls away before it is started")
  let unstarted = finishesUnstarted(MyOperation(thread: network), network)
  let unstartedRepaired = finishesUnstarted(CancellableOperation(thread: network), network)
  // prints: isFinished after cancel(): true as published
  show.say("isFinished after cancel(): \(unstarted) as published, \(unstartedRepaired) repaired")
  show.conclude("As published it finished, although its queue had not started it.")
  show.claim("Cancelled in a suspended queue, it finished without being started", unstarted)

  show.step("The photo scrolls away just after start()")
  let (runs, runsRepaired) = (Counter(), Counter())
  cancelJustStarted(
    Traced("photo", on: network, log: log) { _ in
      show.log("the task", as: "photo")
      runs.raise()
    }, network)
  // prints: photo          the task
  cancelJustStarted(CancellableOperation(thread: network) { _ in runsRepaired.raise() }, network)
  show.conclude("Cancelled on the network thread before the task, which ran.")
  show.claim("Cancelled just after start(), it ran its task", runs.value == 1)
  show.claim(
    "The repaired class does none of this",
    !unstartedRepaired && runsRepaired.value == 0 && repaired.isCancelled
      && Explorer.explore(needsMainRepaired).passed)
  show.compare(calls.lines, withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
