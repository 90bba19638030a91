// Lesson 06: What must your own start() do?
//
// A download is not finished when the call that begins it returns. Its operation overrides start() and stores its state
// itself. Here the class is run whole, and then with one thing missing at a time.
// Remember: a queue needs both, an isFinished that is true, and the announcement that it has changed.
//
//   swift run lesson06

import LessonKit
import MiniOperations

Lesson(
  6, "What must your own start() do?",
  about: "A short download, whole and with one thing missing at a time.",
  questions: questions,
  options: [.foundation]
).run { show in
  show.step("The request is sent in main", isConcurrent: true)
  let attempt = FirstAttempt(from: Server())
  attempt.name = "first attempt"
  show.watch(attempt)
  // prints: decode         has no photo
  // prints: the answer arrives
  let early = run(attempt, attempt.server, isAnsweredInTime: false)
  show.conclude("main had sent the request and returned, so the operation had finished, and decode began.")
  show.claim(
    "The operation finished without an answer, and decode had no photo", !early)

  show.step("A start() of its own", isConcurrent: true)
  let download = Download(from: Server())
  download.name = "download"
  show.watch(download)
  // prints: download       isExecuting → true
  // prints: the answer arrives
  // prints: download       isFinished → true
  let inTime = run(download, download.server, isAnsweredInTime: true)
  show.conclude("start() freed its worker. The download finished on the server's thread, with the answer.")
  show.claim("It finished with the answer, and decode had the photo", inTime)

  show.step("Without the announcements")
  // prints: 'download' has finished, but isFinished was not announced
  let silent = isStalled(WithoutAnnouncements(from: Server()))
  show.conclude("isFinished is true, but the queue reads it only when it is told of a change.")
  show.claim("Finished and not announced, it stayed in the queue", silent)

  show.step("Without isFinished")
  // prints: 'download' was started and has not finished
  let unfinished = isStalled(WithoutIsFinished(from: Server()))
  show.conclude("The queue was told, read isFinished, and found false.")
  show.claim("Announced and not overridden, isFinished stayed false", unfinished)

  show.step("Without the check of isCancelled")
  let (whole, careless) = (Download(from: Server()), WithoutGuard(from: Server()))
  let workers = SteppedWorkers()
  let queue = MiniOperationQueue(workers: workers)
  for download in [whole, careless] {
    download.cancel()
    queue.addOperation(download)
  }
  workers.run()
  careless.server.answer()
  show.say("requests of the whole class: \(whole.server.requestCount)")
  show.say("requests without the check: \(careless.server.requestCount)")
  // prints: requests without the check: 1
  show.conclude("A queue starts cancelled operations too, so that they can finish. start() has to check.")
  show.claim(
    "Cancelled before it was started, it still asked the server",
    whole.server.requestCount == 0 && careless.server.requestCount == 1)

  show.step("Without isExecuting and isAsynchronous")
  let others = WithoutTheOthers(from: Server())
  // prints: decode         has the photo
  let without = run(others, others.server, isAnsweredInTime: true)
  show.conclude("Nothing has changed. The queue starts and finishes it without them; your own code may ask.")
  show.claim("The queue did not miss isExecuting and isAsynchronous", without)
  show.compare([early, inTime, without].map { $0 ? "the photo" : "no photo" }, withFoundation: onFoundation)

  func run(_ operation: MiniOperation, _ server: Server, isAnsweredInTime: Bool) -> Bool {
    server.run(operation, isAnsweredInTime: isAnsweredInTime, pause: { show.wait(0.2) }) {
      show.log($0, as: $1)
    }
  }

  /// Runs a download, prints the report of its queue, and returns whether it is still there.
  func isStalled(_ download: Download) -> Bool {
    // These workers run operations only when they are told to, so that the report finds the queue at rest.
    let workers = SteppedWorkers()
    let queue = MiniOperationQueue(workers: workers)
    queue.name = "photos"
    download.name = "download"
    queue.addOperation(download)
    workers.run()
    download.server.answer()
    show.quote("\(queue.stallReport())")
    return queue.operationCount == 1
  }
}

// Tasks to try, with answers: see README.md.
