// Lesson 20: Can you store an operation?
//
// The connection is lost, and the user closes the app. A library archived its operations, and lost what mattered.
// Remember: you cannot store an operation, only the data that you need to create another one.
//
//   swift run lesson20

import Foundation
import LessonKit
import MiniOperations

Lesson(
  20, "Can you store an operation?",
  about: "Downloads are saved in a tunnel, and go on when the server is back.",
  questions: questions
).run { show in
  let server = show.makeServer()
  try server.start()
  let transfers = Transfers()
  let file = try ArchiveFile()
  let log: @Sendable (String, String) -> Void = { show.log($0, as: $1) }
  defer { file.remove() }

  show.step("Saved as the library did it")
  let coded = (1...3).map { number in
    server.answer("/coded/\(number)", with: .bytes(2_000))
    return CodedDownload(server.url("/coded/\(number)"), transfers)
  }
  server.hold("/coded/2")
  let photos = oneAtATime("photos")
  photos.addOperations(coded, waitUntilFinished: false)
  server.waitForRequests(2)
  show.say("before: \(coded.states)")  // prints: before: finished, executing, ready
  try file.write(coded.map { $0.encode() })
  show.say("after:  \(coded.states)")  // prints: after:  finished, paused, paused
  server.release("/coded/2")
  transfers.waitForAnswers(2)
  transfers.network.postAndWait {}
  show.say("photo 2 has arrived, and is \(coded[1].status)")  // prints: photo 2 has arrived, and is paused
  show.conclude("encode() paused two downloads. Photo 2 arrived, but a paused operation cannot finish.")
  show.claim("Saving stopped photo 2, which arrived and never finished", !coded[1].isFinished)

  show.step("And restored")
  let stored = try file.read([Coder].self)
  show.say("in the file: \(stored.map { "\($0.decodeInteger(forKey: "state"))" }.joined(separator: ", "))")
  // prints: in the file: 4, 1, 1
  let again = stored.map { CodedDownload(from: $0, transfers) }
  show.say("restored: \(again.states)")  // prints: restored: ready, ready, ready
  let careful = CodedDownload(from: stored[0], transfers)
  careful.restore(stored[0].decodeInteger(forKey: "state"))
  show.say("photo 1, its state read as an integer: \(careful.status)")
  MiniOperationQueue().addOperations(again, waitUntilFinished: true)
  show.conclude("4 stands for finished. It was written as an integer and read as an object: nil.")
  show.claim("A finished download was restored as a new one and ran again", count("/coded/1") == 2)
  show.claim("Its state, read correctly, could not be restored either", careful.status == .ready)

  show.step("The tunnel")
  let queue = oneAtATime("downloads")
  let downloads = (1...4).map { number in
    server.answer("/\(number)", with: .bytes(7_000))
    let snapshot = Snapshot(name: "photo \(number)", url: server.url("/\(number)"))
    return Download(snapshot, transfers, file, onFailure: { queue.isSuspended = true }, log: log)
  }
  server.hold("/3")
  let requested = server.requests.count
  show.watch(downloads, narrated: false)
  queue.addOperations(downloads, waitUntilFinished: false)
  server.waitForRequests(requested + 3)
  server.stop()
  downloads[2].waitUntilFinished()
  // prints: photo 3        has no photo
  show.say("loaded: \(downloads.loaded), server reachable: \(transfers.canReach(server.url("/")))")
  try file.write(downloads.compactMap(\.snapshot))
  show.say("in the file: \(try file.read([Snapshot].self).map(\.name).joined(separator: ", "))")
  show.conclude(
    "Photo 3 suspended the queue before it finished, so photo 4 did not start. The app quits and cancels it.")
  show.claim("Photo 4 did not start to fail as well", !show.events.started.contains("photo 4"))
  queue.giveUp()

  show.step("The next day")
  server.release("/3")
  try server.start()
  let next = oneAtATime("the next day")
  let fresh = try restored(from: file, transfers, onFailure: { next.isSuspended = true }, log: log)
  show.watch(fresh, narrated: false)
  next.addOperations(fresh, waitUntilFinished: true)
  try file.write(fresh.compactMap(\.snapshot))
  show.say("loaded: \(fresh.loaded), left in the file: \(try file.read([Snapshot].self).count)")
  // prints: loaded: 3 4, left in the file: 0
  let counts = (1...4).map { count("/\($0)") }
  show.conclude("New operations were created from the snapshots. The operations of yesterday are gone.")
  show.claim(
    "All four arrived, and only the interrupted one was requested twice",
    counts == [1, 1, 2, 1] && fresh.loaded == "3 4")
  server.stop()

  func count(_ path: String) -> Int { server.requests.count { $0 == path } }
}

// Tasks to try, with answers: see README.md.
