// Lesson 16: How can one thread serve many operations?
//
// Before iOS 7, AFNetworking had one thread for all its connections. It slept in a run loop until data arrived.
// "自定义NSOperation子类" (2015-09-23) explains it and builds MyOperation on such a thread. A worker starts an operation,
// and the one thread does its work. Remember: waiting needs no thread; computing does.
//
//   swift run lesson16

import Documents
import Foundation
import LessonKit
import MiniOperations

Lesson(
  16, "How can one thread serve many operations?",
  about: "Four downloads, all served by one thread, as in AFNetworking before iOS 7.",
  questions: questions,
  options: [.url("--url", "download this instead of pictures from the lesson's server")]
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
      "All four downloads were in progress at once, served by one thread",
      downloads.allSatisfy { $0.isExecuting && !$0.isFinished })
  }
  paths.forEach(server.release)
  arrivals.runMainLoop(untilHandedOver: 4)
  queue.waitUntilAllOperationsAreFinished()
  let threads = show.events.threads
  show.claim(
    "A worker started each download, and the network thread served and finished it",
    threads(.executing).allSatisfy { $0.hasPrefix("worker") }
      && [.note("opens its connection"), .finished].allSatisfy { threads($0) == ["network"] },
    got: "\(show.events.map { "\($0.thread): \($0)" })")
  show.conclude(
    "A worker started each download. One thread opened the four connections, slept, and served the "
      + "answers as they arrived.")
  show.claim(
    "The results were handed over on the main thread", threads(.note("is handed over")) == ["main"])

  // MARK: Step 2

  show.step("A finger on the screen: the modes of a run loop")
  // prints: a message for the common modes
  // prints: the finger is lifted
  // prints: a message for the default mode
  // snippet: modes
  network.mode = "tracking"
  network.post(modes: [.default]) { show.log("a message for the default mode") }
  network.postAndWait(modes: [.common]) { show.log("a message for the common modes") }
  show.log("the finger is lifted")
  network.mode = .default
  network.postAndWait {}
  // end
  show.conclude(
    "A message names the modes in which it may run. The one for the default mode waited until the finger "
      + "was lifted.")
  show.claim(
    "While the thread is in another mode, only messages for the common modes run",
    show.events.happened(
      "", .note("the finger is lifted"), before: "", .note("a message for the default mode")))

  // MARK: Step 3

  show.step("Wrong: the network thread decodes a picture")
  // prints: decodes; the others: 3 have answers, 0 have finished
  let wrong = Decoding(show, server, network, "/wrong")
  let finishedMeanwhile = wrong.run(decodesElsewhere: false)
  show.conclude(
    "The one thread was busy decoding a picture. The answers of the three others had arrived, and none of "
      + "them could finish.")
  show.claim(
    "While the network thread computes for one download, the others wait although their answers have arrived",
    finishedMeanwhile == 0,
    got: "\(finishedMeanwhile) finished")

  // MARK: Step 4

  show.step("Repaired: a queue decodes it")
  // prints: decodes; the others: 3 have answers, 3 have finished
  let repaired = Decoding(show, server, network, "/right")
  let finishedElsewhere = repaired.run(decodesElsewhere: true)
  show.conclude("A queue decodes the picture on a worker, and the network thread is free for the others.")
  show.claim(
    "While a worker computes for one download, the network thread serves the others", finishedElsewhere == 3,
    got: "\(finishedElsewhere) finished")

  // MARK: Step 5

  show.step("The document's thread never exits; this one is stopped")
  // prints: the last message
  // prints: accepted: true, after stop(): false
  let isAccepted = network.post { show.log("the last message") }
  network.stopAndWait()
  let isAcceptedLate = network.post { show.log("too late") }
  show.say("accepted: \(isAccepted), after stop(): \(isAcceptedLate)")
  show.conclude("After stop(), the messages that were posted before still run, and later ones are refused.")
  show.claim(
    "Messages posted before stop() run, and later ones are refused",
    isAccepted && !isAcceptedLate
      && show.events.place("", .note("the last message")) != nil)
  server.stop()
}

// Tasks to try, with answers, and the next lesson: see README.md.
