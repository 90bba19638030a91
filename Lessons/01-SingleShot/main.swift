// Lesson 01: What is an operation, and what does starting it by hand do?
//
// How would you describe a task by an object? The object has a method that begins the task, and properties that tell
// whether it runs, how far it is and whether it has finished. That is an operation. It needs no queue: you may call
// start() yourself. Remember: an operation runs once. It goes from waiting to executing to finished, and never back.
//
//   swift run lesson01

import LessonKit
import MiniOperations

Lesson(
  1, "What is an operation, and what does starting it by hand do?",
  about: "A download as an object: read, started too early, started, and started again.",
  questions: questions,
  options: [.foundation]
).run { show in
  let trace = Notebook()
  let refused = Notebook()
  // By default a misuse stops the program. Here it is recorded, so that the lesson can continue.
  Misuse.handler = { misuse in
    refused.write("\(misuse.rule)")
    show.quote("refused: \(misuse.message)")
  }

  // MARK: Step 1

  show.step("A task with properties to read")
  let download = Download("download") { operation, piece in
    trace.write("piece \(piece) of download on \(threadName())")
    show.log("fractionCompleted → \(Int(operation.fractionCompleted * 100))%", as: "download")
    // This starts it again while its task runs.
    if piece == 2 { operation.start() }
  }
  let answers = interface(of: download)
  show.text(answers.joined(separator: "\n"))
  show.conclude("An operation is an object with a state that you can read. Nothing has run yet.")
  show.claim(
    "A new operation is ready, and neither executes nor is finished or cancelled",
    download.isReady && !download.isExecuting && !download.isFinished && !download.isCancelled)

  // MARK: Step 2

  show.step("Started too early")
  let login = MiniOperation()
  login.name = "login"
  show.watch(login, download)
  download.addDependency(login)
  // prints: refused: 'download' was started before it was ready: it waits for 'login'.
  download.start()
  show.conclude(
    "download depends on login, which has not finished. start() was refused, and the task did not run.")
  show.claim(
    "Started before it was ready, it was refused and did not run",
    refused.lines == ["startedBeforeReady"] && trace.lines.isEmpty)
  // prints: login          isFinished → true
  login.start()

  // MARK: Step 3

  show.step("Started by hand")
  // prints: download       isExecuting → true
  // prints: download       fractionCompleted → 33%
  // prints: refused: 'download' was started while it executes.
  // prints: download       fractionCompleted → 100%
  // prints: download       isFinished → true
  download.start()
  trace.write("start returns, isFinished is \(download.isFinished)")
  show.conclude(
    "The task ran on the thread that called start(), and start() returned after it. A second start() in "
      + "the middle was refused.")
  show.claim(
    "start() ran the task on the calling thread, and returned when it had finished",
    trace.lines.count == 4 && trace.lines.dropLast().allSatisfy { $0.hasSuffix("on main") }
      && download.isFinished)

  // MARK: Step 4

  show.step("Started once more")
  download.start()
  trace.write("start returns, isFinished is \(download.isFinished)")
  show.say("This start() has returned too, and nothing was printed.")
  let again = Download("again")
  show.watch(again)
  let queue = MiniOperationQueue()
  queue.isSuspended = true
  queue.addOperation(again)
  // prints: refused: 'again' was started by hand, but a queue has it and will start it.
  again.start()
  // prints: again          isFinished → true
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  show.claim(
    "Four starts of download ran its task once",
    trace.lines.filter { $0.hasPrefix("piece") }.count == 3, got: "\(trace.lines)")
  show.claim(
    "start() on an executing operation and on a queued one was refused",
    refused.lines.suffix(2) == ["startedWhileExecuting", "startedWhileQueued"], got: "\(refused.lines)")
  show.conclude(
    "An operation that has finished does not run again; one that a queue has is started by the queue "
      + "alone.")
  show.claim("Another download needed another object", show.events.finished.last == "again")

  // MARK: Step 5

  show.step("The class itself")
  let block = MiniBlockOperation { show.log("runs", as: "block") }
  let invocation = MiniInvocationOperation(target: Greeter(), method: Greeter.greet)
  for operation in [block, invocation] { operation.start() }
  show.say("The block ran, and the method answered \"\((try? invocation.result) ?? "nothing")\".")
  show.conclude(
    "A block or a method can be the task, too. The class without a subclass has no task, and finishes at "
      + "once.")
  show.claim(
    "A MiniOperation without a subclass finished at once; a block and a method can be the task",
    login.isFinished && block.isFinished && (try? invocation.result) == "hello")

  show.compare(answers + trace.lines) { onFoundation() }
}

// Tasks to try, with answers, and the next lesson: see README.md.
