// Lesson 00: What are an operation and a queue for?
//
// This lesson downloads three pictures: first with three calls, then with three operations in a queue whose limit is
// two. An operation is a call turned into an object. It can wait, it can depend on others, and you can cancel it before
// it runs. Remember: you describe the work and its limits, and the queue decides when each operation starts.
//
// Each line with ✓ that the lesson prints is a claim: a sentence that the program has checked.
//
//   swift run lesson00

import Foundation
import LessonKit
import MiniOperations

Lesson(
  0, "What are an operation and a queue for?",
  about: "Three downloads, by three calls and by a queue with a limit of two.",
  questions: questions
).run { show in
  let server = show.makeServer()
  let names = ["cat", "dog", "owl"]
  for name in names + ["fox"] {
    server.answer("/\(name)", with: .image(width: 120, height: 80).delayed(by: 0.3))
  }
  try server.start()

  // MARK: Step 1

  show.step("Three calls")
  // prints: cat            has arrived
  // prints: dog            has arrived
  // prints: owl            has arrived
  for name in names {
    let picture = download(server.url("/\(name)"))
    show.log("has arrived, \(picture.count) bytes", as: name)
  }
  show.say("Each call blocked this thread until its picture had arrived.")
  let callers = show.events.filter { names.contains($0.subject) }.map(\.thread)
  show.conclude(
    "The main thread made one call after the other, and waited in each until the picture had arrived.")
  show.claim(
    "Three calls ran one after the other, on the thread that made them", callers == ["main", "main", "main"])

  // MARK: Step 2

  show.step("Three operations in a queue")
  names.forEach { server.hold("/\($0)") }
  // snippet: queue
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 2
  let downloads = names.map { name in
    let operation = MiniBlockOperation {
      let picture = download(server.url("/\(name)"))
      show.log("has arrived, \(picture.count) bytes", as: name)
    }
    operation.name = name
    return operation
  }
  // end
  show.watch(downloads, narrated: false)
  queue.addOperations(downloads, waitUntilFinished: false)
  show.say("This thread continues. The queue has its own threads.")
  server.waitForRequests(3 + queue.maxConcurrentOperationCount)
  let sent = server.requests.dropFirst(3).count
  // prints: The server has 2 requests
  show.say(
    "The server has \(sent) requests and has answered none. The queue holds \(queue.operationCount) operations."
  )
  show.conclude(
    "addOperations returned at once. Two downloads began on threads of the queue; the third waits for a "
      + "slot.")

  // MARK: Step 3

  show.step("Work that has not begun")
  // prints: owl is ready: true, executing: false
  show.say("owl is ready: \(downloads[2].isReady), executing: \(downloads[2].isExecuting)")
  // snippet: waiting
  let fox = MiniBlockOperation { _ = download(server.url("/fox")) }
  fox.name = "fox"
  let album = MiniBlockOperation {
    show.log("puts \(downloads.filter(\.isFinished).count) pictures together", as: "album")
  }
  album.name = "album"
  for picture in downloads { album.addDependency(picture) }
  show.watch([fox, album], narrated: false)
  queue.addOperations([fox, album], waitUntilFinished: false)
  fox.cancel()
  // end
  for (name, picture) in zip(names, downloads) {
    server.release("/\(name)")
    picture.waitUntilFinished()
  }
  queue.waitUntilAllOperationsAreFinished()
  // prints: album          puts 3 pictures together
  show.claim(
    "The queue ran two downloads at once, and never more", sent == 2 && show.events.mostAtOnce == 2,
    got: "\(sent) requests, \(show.events.mostAtOnce) at once")
  show.claim(
    "The cancelled download finished, and its request was never sent",
    fox.isFinished && !server.requests.contains("/fox"))
  show.conclude(
    "owl waited for a slot, and the album for all three pictures. The cancelled download finished without "
      + "sending its request.")
  show.claim(
    "The album was put together after all three downloads had finished",
    show.events.place("album", .note("puts 3 pictures together")) != nil)
  server.stop()
}

/// Downloads a picture and blocks the calling thread until it has arrived.
private func download(_ url: URL) -> Data { (try? Data(contentsOf: url)) ?? Data() }

// Tasks to try, with answers, and the next lesson: see README.md.
