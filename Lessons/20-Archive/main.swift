// Lesson 20: Which operations can be restored from a file?
//
// The list of "自定义NSOperation子类" (2015-09-23) closes with No. 17, without code: when the connection is lost, archive
// the operations to a file, and restore them when it is back. AFNetworking did, and lost the most important part.
// Remember: you cannot store an operation, only the data that you need to create another one.
//
//   swift run lesson20

import Foundation
import LessonKit
import MiniOperations

Lesson(
  20, "Which operations can be restored from a file?",
  about: "Downloads are archived when the server goes down, and continue when it is back.",
  questions: questions
).run { show in
  let server = show.makeServer()
  try server.start()
  let transfers = Transfers()
  let file = try ArchiveFile()
  defer { file.remove() }

  // MARK: Step 1

  show.step("As written: three downloads are archived")
  // prints: before: finished, executing, ready
  // prints: after:  finished, paused, paused
  // prints: 'download 2' is paused: call resume() or cancel()
  let scene = WrittenScene(server, transfers)
  show.say("before: \(scene.states)")
  try file.write(scene.downloads.map { $0.encode() })
  show.say("after:  \(scene.states)")
  scene.letAnswersArrive()
  show.text(scene.queue.stallReport())
  show.conclude(
    "encode() paused two downloads. Their data arrived, but a paused operation cannot finish.")
  show.claim(
    "As written, archiving pauses the running downloads, and they never finish although their data has "
      + "arrived",
    scene.downloads.map(\.isFinished) == [true, false, false])

  // MARK: Step 2

  show.step("As written: the three are restored")
  // prints: in the file: 4, 1, 1
  // prints: restored: ready, ready, ready
  // prints: the server got 2 requests for /written1
  let stored = try file.read([Coder].self)
  show.say("in the file: \(stored.map { "\($0.decodeInteger(forKey: "state"))" }.joined(separator: ", "))")
  let restored = stored.map { CodedDownload(from: $0, transfers) }
  show.say("restored: \(restored.states)")
  let again = CodedDownload(from: stored[0], transfers, readsIntegers: true)
  let runs = MiniOperationQueue()
  runs.addOperations(restored, waitUntilFinished: true)
  show.say("the server got \(server.count("/written1")) requests for /written1")
  show.claim(
    "As written, a finished download is restored as a new one, and is downloaded again",
    server.count("/written1") == 2)
  show.claim(
    "Even a state that is read correctly is not restored: the table refuses ready to finished",
    again.status == .ready && !again.isFinished)
  scene.downloads[0].completionBlock = {}
  let copy = scene.downloads[0].copy()
  show.conclude(
    "The states were in the file, but the initialiser did not read them correctly. So the finished download "
      + "was requested again.")
  show.claim(
    "A copy is a new operation for the same address, without the completion block",
    copy.status == .ready && copy.completionBlock == nil)

  // MARK: Step 3

  show.step("Repaired: the connection is lost")
  // prints: picture 3      has no data
  // prints: loaded: 1 2, reachable: false
  let queue = MiniOperationQueue()
  queue.name = "queue"
  queue.maxConcurrentOperationCount = 1
  let downloads = (1...4).map { number in
    server.answer("/\(number)", with: .image(width: 60, height: 40, shade: number))
    return Download(Snapshot(name: "picture \(number)", url: server.url("/\(number)")), transfers, show) {
      queue.isSuspended = true  // Before it finishes, so that no other download starts and fails.
    }
  }
  server.hold("/3")
  let requested = server.requests.count
  show.watch(queue)
  show.watch(downloads, narrated: false)
  queue.addOperations(downloads, waitUntilFinished: false)
  server.waitForRequests(requested + 3)
  server.stop()
  downloads[2].waitUntilFinished()
  show.say("loaded: \(downloads.loaded), reachable: \(transfers.canReach(server.url("/")))")
  show.conclude(
    "The download that lost its connection suspended the queue before it finished, so the next one did "
      + "not start.")
  show.claim(
    "Repaired, no other download starts after the connection is lost",
    queue.isSuspended && !show.events.started.contains("picture 4"))

  // MARK: Step 4

  show.step("Repaired: which downloads are written to the file?")
  // prints: picture 3, picture 4
  try file.write(downloads.compactMap(\.snapshot))
  let snapshots = try file.read([Snapshot].self)
  show.say("in the file: \(snapshots.map(\.name).joined(separator: ", "))")
  show.conclude("A download that has its data is not written: it has nothing left to do.")
  show.claim(
    "Repaired, the file has only the interrupted download and the waiting one",
    snapshots.map(\.name) == ["picture 3", "picture 4"])
  queue.cancelAllOperations()
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()

  // MARK: Step 5

  show.step("Repaired: the connection is back", isConcurrent: true)
  // prints: reachable: true
  // prints: loaded: 3 4
  show.wait(1)
  server.release("/3")
  try server.start()
  show.say("reachable: \(transfers.canReach(server.url("/")))")
  let later = MiniOperationQueue()
  // snippet: restore
  let fresh = snapshots.map { Download($0, transfers, show) }
  for download in fresh { download.name! += " again" }
  show.watch(fresh, narrated: false)
  later.addOperations(fresh, waitUntilFinished: true)
  try file.write(fresh.compactMap(\.snapshot))
  // end
  show.say("loaded: \(fresh.loaded)")
  let counts = (1...4).map { server.count("/\($0)") }
  show.claim(
    "Repaired, all four were loaded, and no loaded one was requested again",
    downloads.loaded == "1 2" && fresh.loaded == "3 4" && counts == [1, 1, 2, 1], got: "\(counts)")
  let left = try file.read([Snapshot].self)
  show.conclude(
    "New operations for the two missing pictures were added to a new queue. No other picture was "
      + "requested again.")
  show.claim("Nothing is left in the file", left.isEmpty, got: "\(left)")
  server.stop()
}

// Tasks to try, with answers, and the next lesson: see README.md.
