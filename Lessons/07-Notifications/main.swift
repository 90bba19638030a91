// Lesson 07: Who observes which key, and what if a key is forgotten or misspelt?
//
// An operation reports its changes by key-value observing (KVO): it announces the name of a property before and after
// the change, and the observers of that name are called. Its queue is one of them. Remember: for the queue, an operation
// has finished when it announces "isFinished", under exactly that name, and not when its work is done.
//
//   swift run lesson07

import Dispatch
import Documents
import Explorer
import LessonKit
import MiniOperations

Lesson(
  7, "Who observes which key, and what if a key is forgotten or misspelt?",
  about: "The keys that operations and queues announce, and the effect of a wrong one.",
  questions: questions,
  options: [.foundation, .play]
).run { show in
  // MARK: Step 1

  show.step("Which thread announces a change?")
  let queue = MiniOperationQueue()
  let isAdded = DispatchSemaphore(value: 0)
  let (download, resize) = (MiniBlockOperation { isAdded.wait() }, MiniBlockOperation {})
  download.name = "download"
  resize.name = "resize"
  show.watch([download, resize], narrated: false)
  let isEmpty = DispatchSemaphore(value: 0)
  var tokens = operationKeys.map { key in
    resize.observe(forKey: key, options: [.new]) { _, change in
      show.log("\(key) → \(words(for: change.newValue))", as: "resize")
    }
  }
  tokens += queueKeys.map { key in
    queue.observe(forKey: key, options: [.new]) { _, change in
      show.log("\(key) → \(words(for: change.newValue))", as: "queue")
    }
  }
  tokens.append(queue.observe(\.operations) { queue, _ in if queue.operations.isEmpty { isEmpty.signal() } })
  // prints: resize         dependencies → download
  // prints: resize         isReady → false
  resize.addDependency(download)
  resize.queuePriority = .high
  resize.completionBlock = {}
  queue.name = "images"
  queue.maxConcurrentOperationCount = 1
  // prints: queue          operationCount → 2
  // prints: resize         isReady → true
  // prints: queue          operationCount → 1
  // prints: resize         isFinished → true
  // prints: queue          operations → none
  queue.addOperations([download, resize], waitUntilFinished: false)
  isAdded.signal()
  isEmpty.wait()
  // prints: isAsynchronous is false, always
  show.say("isAsynchronous is \(resize.isAsynchronous), always; isCancelled was not changed.")
  show.claim(
    "A constant property was never announced", !show.events.contains { "\($0)".contains("isAsynchronous") })
  func thread(of text: String) -> String? { show.events.last { "\($0)" == text }?.thread }
  show.conclude(
    "The thread that makes a change announces it: main for the settings, the thread that finished "
      + "download for isReady.")
  show.claim(
    "resize got its priority on main, and became ready on download's last thread",
    thread(of: "resize isReady → true") == thread(of: "download isFinished → true")
      && thread(of: "resize queuePriority → high") == "main")

  // MARK: Step 2

  show.step("Which key does a queue act on?")
  let table = everyRow(whatFollows)
  show.text(([Row.head] + table.map(\.description)).joined(separator: "\n"))
  show.conclude(
    "The rows differ in what was announced and in the limit. Where isFinished was not announced, the "
      + "dependent did not run.")
  show.claim(
    "The dependent ran exactly where isFinished was announced",
    table.allSatisfy { $0.dependentRan == $0.announcesFinished && ($0.left == 0) == $0.announcesFinished })
  show.compare(table.map(\.description)) { everyRow(onFoundation).map(\.description) }

  // MARK: Step 3

  show.step("A misspelt key")
  let workers = SteppedWorkers()
  let stalled = MiniOperationQueue(workers: workers)
  stalled.name = "photos"
  let save = HandMadeOperation("save", executingKey: "isExecuting", finishedKey: "finished")
  show.watch(save)
  tokens.append(save.observe(forKey: "finished") { _, _ in show.log("finished was announced", as: "save") })
  stalled.addOperation(save)
  workers.run()
  // prints: finished was announced
  save.end()
  workers.run()
  // prints: 'save' has finished, but isFinished was not announced
  show.quote(stalled.stallReport().description)
  let wasLeft = stalled.operationCount
  save.didChangeValue(for: \.isFinished)
  show.conclude("The property was true and the key was wrong, so the queue never read the property.")
  show.claim(
    "save stayed in the queue although its isFinished was true, until isFinished was announced",
    wasLeft == 1 && stalled.operationCount == 0)

  // MARK: Step 4

  show.step("Which state does isConcurrent hand over to you?")
  let only = OnlyConcurrent()
  show.watch(only)
  // prints: OnlyConcurrent isExecuting → true
  // prints: OnlyConcurrent isFinished → true
  only.start()
  let misuses = Notebook()
  Misuse.handler = { misuses.write($0.message) }
  let next = HandMadeOperation("next", executingKey: "isExecuting", finishedKey: "isFinished")
  show.watch(next)
  tokens.append(next.observe(forKey: "isExecuted") { _, _ in show.log("isExecuted", as: "next") })
  tokens.append(next.observe(\HandMadeOperation.stateName) { _, _ in show.log("stateName", as: "next") })
  // prints: next           isCancelled → true
  next.cancel()
  next.start()
  // prints: stateName: 'next' has no registered key
  misuses.lines.forEach { show.quote("stateName: \($0)") }
  show.claim(
    "With isConcurrent alone, the framework still sets the state, isCancelled too",
    show.events.finished.contains("OnlyConcurrent") && show.events.place("next", .cancelled) != nil)
  show.conclude("isConcurrent alone changes nothing: the framework still sets the state and announces it.")
  show.claim(
    "isExecuted was never announced, and stateName was refused",
    show.events.place("next", .note("isExecuted")) == nil && misuses.lines.count == 1)

  // MARK: Step 5

  show.step("Finished before it stops executing")
  if show.has("--play") { Explorer.play(twoFlags) }
  let found = Explorer.explore(twoFlags)
  // prints: a finished operation is not executing
  show.schedule(found)
  let repaired = Explorer.explore(oneState)
  show.schedule(repaired)
  show.claim("A dependent found its dependency executing and finished", found.finding != nil)
  show.conclude(
    "With two flags there are two changes, and the dependent ran between them. With one state there is no "
      + "moment between.")
  show.claim("With one state instead of two flags, no schedule showed both", repaired.passed)

  // MARK: Step 6

  show.step("A key for paused, and none for cancelled")
  let keys = MyOperationStatus.allCases.map(afKeyPathFromOperationState)
  show.say("The documents' class announces: \(keys.joined(separator: ", "))")
  let cancelled = MyOperation()
  cancelled.name = "cancelled"
  show.watch(cancelled)
  let statusAfter = Notebook()
  // Its thread is busy with this message, so the one that will finish it waits.
  MyOperation.networkRequestThread.postAndWait {
    cancelled.cancel()
    statusAfter.write("\(cancelled.status)")
  }
  MyOperation.networkRequestThread.postAndWait {}
  // prints: cancelled      isCancelled → true
  show.conclude(
    "Paused is a state of this class, so the class announces it. Cancelled is a separate flag; "
      + "the superclass stores it and announces it.")
  show.claim(
    "The class has a key for paused and none for cancelled",
    keys.contains("isPaused") && !keys.contains("isCancelled"))
  show.claim(
    "cancel() announced isCancelled and left the state ready, until the operation finished",
    statusAfter.lines == ["ready"] && show.events.place("cancelled", .cancelled) != nil,
    got: "\(statusAfter.lines)")
}

// Tasks to try, with answers, and the next lesson: see README.md.
