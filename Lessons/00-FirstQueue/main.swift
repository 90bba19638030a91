// Lesson 00: Forty thumbnails, and you scroll on: how many requests are sent?
//
// Album needs forty thumbnails: first by forty calls, then by forty operations in a queue that runs two at a time.
// Remember: an operation is a call that has become an object, so that you can still change your mind while it waits.
//
// Each line with ✓ that the lesson prints is a claim: a sentence that the program has checked.
//
//   swift run lesson00

import Foundation
import LessonKit
import MiniOperations

Lesson(
  0, "Forty thumbnails, and you scroll on: how many requests are sent?",
  about: "Forty calls, forty operations, and a finger that scrolls.",
  questions: questions,
  options: [.foundation]
).run { show in
  let server = show.makeServer()
  let paths = (1...40).map { "/thumb/\($0)" }
  for path in paths { server.answer(path, with: .bytes(4_000).delayed(by: 0.04)) }
  try server.start()
  let noticed = Notebook()

  show.step("Forty calls")
  moveFinger(requestsBefore: 0)
  for number in 1...40 {
    _ = download(server.url(paths[number - 1]))
    show.count("thumb", number)
  }
  show.emptyMainQueue()
  // prints: thumb: 1 … 40
  // prints: Album notices that you scroll, after 40 requests
  show.conclude(
    "Each call keeps the main thread until its picture has arrived. Until the last one, the app is frozen.")
  show.claim("The app noticed your finger only after all forty calls", noticed.lines == ["40"])

  show.step("Forty operations in a queue")
  for path in paths {
    server.answer(path, with: .bytes(4_000).delayed(by: 0.15))
    server.hold(path)
  }
  let grid = Grid { number in _ = download(server.url(paths[number - 1])) }
  show.watch([1, 2, 3, 32, 33, 34, 39, 40].map { grid.thumbnails[$0 - 1] }, narrated: false)
  grid.appear()
  server.waitForRequests(40 + grid.queue.maxConcurrentOperationCount)
  moveFinger(requestsBefore: 40)
  show.emptyMainQueue()
  // prints: Album notices that you scroll, after 2 requests
  let sent = server.requests.count - 40
  // prints: The server has 2 requests, and has answered none. The queue holds 40.
  show.say(
    "The server has \(sent) requests, and has answered none. The queue holds \(grid.queue.operationCount).")
  show.conclude(
    "appear() returned at once. Two operations have begun, on threads of the queue; the others wait.")
  show.claim("Forty were asked for, and two requests were sent", sent == 2, got: "\(sent)")

  show.step("You scroll on: thumbnails 33 to 40 are on the screen", isConcurrent: true)
  grid.scroll(to: 33...40)
  let (eight, shown) = (grid.thumbnails[32...], Notebook())
  let spinner = grid.hideSpinner(after: 33...40) {
    show.log("is hidden", as: "spinner")
    shown.write("\(eight.count { $0.isFinished })")
  }
  show.watch([spinner], narrated: false)
  paths.forEach { server.release($0) }
  grid.queue.waitUntilAllOperationsAreFinished()
  let requests = server.requests.dropFirst(40)
  // prints: requests for the forty thumbnails: 10
  show.say("requests for the forty thumbnails: \(requests.count)")
  show.conclude(
    "Two had been sent. Thirty were cancelled while they waited, and sent nothing, so that the eight that you look at "
      + "came next.")
  show.claim(
    "Of those that waited, only the eight on the screen sent a request",
    Set(requests.dropFirst(sent)) == Set(paths[32...]), got: "\(requests)")
  show.claim(
    "The spinner was hidden after all eight had finished", shown.lines == ["8"], got: "\(shown.lines)")
  server.stop()
  show.compare(["\(requests.count) loads of 40"], withFoundation: onFoundation)

  /// Moves the finger: the app is told on its main queue.
  func moveFinger(requestsBefore: Int) {
    DispatchQueue.main.async {
      let requests = server.requests.count - requestsBefore
      show.log("Album notices that you scroll, after \(requests) requests")
      noticed.write("\(requests)")
    }
  }
}

// Tasks to try, with answers: see README.md.
