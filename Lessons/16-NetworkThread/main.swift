// Lesson 16: How can one thread serve many operations?
//
// One thread opens four connections, sleeps until a server answers, and finishes each download. Then it decodes.
// Remember: waiting needs no thread; computing does.
//
//   swift run lesson16

import Documents
import Foundation
import LessonKit
import MiniOperations

extension [Event] {
  /// The threads that made this change, for any operation.
  func threads(_ change: Event.Change) -> Set<String> { Set(filter { $0.change == change }.map(\.thread)) }
}

Lesson(
  16, "How can one thread serve many operations?",
  about: "Four downloads on one thread, a finger on the screen, and a picture to decode.",
  questions: questions,
  options: [.url("--url", "download this instead of pictures from the lesson's server")]
).run { show in
  let server = show.makeServer()
  try server.start()
  let network = RunLoopThread(name: "network")
  let arrivals = Arrivals(network) { show.log($0, as: $1) }
  func decoding(_ folder: String) -> Decoding {
    let paths = (1...4).map { "\(folder)/\($0).png" }
    for path in paths {
      server.answer(path, with: .bytes(4_000))
      server.hold(path)
    }
    return Decoding(
      paths, network, log: { show.log($0) }, load: { arrivals.load(server.url($0), $1) },
      release: server.release)
  }

  show.step("Four operations, one thread", isConcurrent: true)
  // prints: opens its connection
  // prints: has its data
  let paths = (1...4).map { "/picture\($0).png" }
  for path in paths {
    server.answer(path, with: .bytes(32_000).delayed(by: 0.5))
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
    "A worker started each download, and the network thread finished it",
    threads(.executing).allSatisfy { $0.hasPrefix("worker") }
      && [.note("opens its connection"), .finished].allSatisfy { threads($0) == ["network"] },
    got: "\(show.events.map { "\($0.thread): \($0)" })")
  show.conclude("One thread opened the four connections, slept, and served the answers as they arrived.")

  show.step("A finger on the screen: the modes of a run loop")
  let log: @Sendable (String) -> Void = { show.log($0) }
  // prints: a message for the common modes
  // prints: the finger is lifted
  // prints: a message for the default mode
  let screen = RunLoopThread(name: "screen")
  drag(screen, log: log)
  screen.stopAndWait()
  show.conclude("A message names its modes. The one for the default mode waited until the finger was lifted.")
  show.claim(
    "While the thread is in another mode, only messages for the common modes run",
    show.events.happened(
      "", .note("the finger is lifted"), before: "", .note("a message for the default mode")))

  show.step("The network thread decodes a picture, and then a queue does")
  let wrong = decoding("/wrong").run(decodesElsewhere: false)
  // prints: decoding: 3 others answered, 0 finished
  let right = decoding("/right").run(decodesElsewhere: true)
  // prints: decoding: 3 others answered, 3 finished
  show.conclude("The one thread decoded, and nothing could finish. Decoding in a queue leaves it free.")
  show.claim(
    "Three answered downloads waited while the thread decoded, none with a queue",
    wrong == 0 && right == 3, got: "\(wrong), \(right)")
  network.stopAndWait()
  server.stop()
}

// Tasks to try, with answers: see README.md.
