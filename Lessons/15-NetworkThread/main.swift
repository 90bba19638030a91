// Lesson 15: How can one thread serve many operations?
//
// Before iOS 7 AFNetworking had one thread for all its connections, asleep in a run loop until data came;
// "自定义NSOperation子类" (2015-09-23) explains it and builds MyOperation on such a thread. An operation is started
// by a worker and does its work on the one thread. Remember: waiting needs no thread; computing does.
//
//   swift run lesson15

import AsWritten
import Foundation
import LessonKit
import MiniOperations

Lesson(
  15, "How can one thread serve many operations?",
  about: "Four downloads, all served by one thread, as in AFNetworking before iOS 7.",
  questions: questions,
  options: [.url("--url", "download this instead of pictures from the lesson's own server")]
).run { show in
  let server = show.makeServer()
  try server.start()
  let network = RunLoopThread(name: "network")

  // MARK: Step 1

  show.step("Four operations, one thread", isConcurrent: true)
  // prints: opens its connection
  // prints: has its data
  let arrivals = Arrivals(show, network)
  let paths = (1...4).map { "/picture\($0).png" }
  for (number, path) in paths.enumerated() {
    server.answer(path, with: .image(width: 120, height: 90, shade: number).delayed(by: 0.5))
    server.hold(path)
  }
  let downloads = paths.map { arrivals.download(show.url(of: "--url") ?? server.url($0)) }
  show.watch(downloads, narrated: false)
  let queue = MiniOperationQueue()
  queue.addOperations(downloads, waitUntilFinished: false)
  if !show.has("--url") {
    server.waitForRequests(4)
    show.say("The server has 4 requests and has answered none. The one thread sleeps.")
    show.claim(
      "All four downloads were on their way at once, served by one thread",
      downloads.allSatisfy { $0.isExecuting && !$0.isFinished })
  }
  paths.forEach(server.release)
  arrivals.runMainLoop(untilHandedOver: 4)
  queue.waitUntilAllOperationsAreFinished()
  let threads = show.events.threads
  show.claim(
    "Each was started by a worker, and opened, served and finished on the network thread",
    threads(.executing).allSatisfy { $0.hasPrefix("worker") }
      && [.note("opens its connection"), .finished].allSatisfy { threads($0) == ["network"] },
    got: "\(show.events.map { "\($0.thread): \($0)" })")
  show.claim(
    "The results were handed over on the main thread", threads(.note("is handed over")) == ["main"])

  // MARK: Step 2

  show.step("A finger on the screen: modes")
  // prints: a message for the common modes
  // prints: the finger is gone
  // prints: a message for the default mode
  // snippet: modes
  network.mode = "tracking"
  network.post(modes: [.default]) { show.log("a message for the default mode") }
  network.postAndWait(modes: [.common]) { show.log("a message for the common modes") }
  show.log("the finger is gone")
  network.mode = .default
  network.postAndWait {}
  // end
  show.claim(
    "While the thread is in another mode, only messages for the common modes are taken",
    show.events.happened(
      "", .note("the finger is gone"), before: "", .note("a message for the default mode")))

  // MARK: Step 3

  show.step("Wrong: a picture is decoded on the network thread")
  // prints: decodes; the others: 3 have answers, 0 have finished
  let wrong = Decoding(show, server, network, "/wrong")
  let finishedMeanwhile = wrong.run(decodesElsewhere: false)
  show.claim(
    "While the network thread computes for one, the others wait with their answers", finishedMeanwhile == 0,
    got: "\(finishedMeanwhile) finished")

  // MARK: Step 4

  show.step("Repaired: it is decoded in a queue")
  // prints: decodes; the others: 3 have answers, 3 have finished
  let repaired = Decoding(show, server, network, "/right")
  let finishedElsewhere = repaired.run(decodesElsewhere: true)
  show.claim(
    "While a worker computes for one, the network thread serves the others", finishedElsewhere == 3,
    got: "\(finishedElsewhere) finished")

  // MARK: Step 5

  show.step("The thread of the document never ends; this one is stopped")
  // prints: the last message
  // prints: taken: true, after the stop: false
  let isTaken = network.post { show.log("the last message") }
  network.stopAndWait()
  let isTakenLate = network.post { show.log("too late") }
  show.say("taken: \(isTaken), after the stop: \(isTakenLate)")
  show.claim(
    "Stopping runs what was posted before, and refuses what comes later",
    isTaken && !isTakenLate
      && show.events.place("", .note("the last message")) != nil)
  server.stop()
}

// Tasks to try, with answers, and what comes next: see README.md.
