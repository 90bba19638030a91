// Lesson 08: Who stops a cancelled download?
//
// A page is closed while a download of a class from a blog post of 2017 runs. The class overrides start(), and not
// cancel(). It is repaired twice; then two downloads run in order, as in the blog post.
// Remember: pass cancel() on to the transfer, and finish once, whoever comes first.
//
//   swift run lesson08

import Documents
import Foundation
import LessonKit
import MiniOperations

Lesson(
  8, "Who stops a cancelled download?",
  about: "A download from a real server that nobody wants any more, and two repairs.",
  questions: questions,
  options: [.foundation, .url("--url", "download this instead of a picture from the lesson's server")]
).run { show in
  let server = show.makeServer()
  server.answer("/54866_G_1489463826422376203.JPG", with: .bytes(115_000).delayed(by: 0.35))
  server.answer("/20205_P_1454380927950.jpg", with: .bytes(192_000).delayed(by: 0.65))
  server.answer("/photo", with: .bytes(14_000))
  try server.start()
  let urls = ["/20205_P_1454380927950.jpg", "/54866_G_1489463826422376203.JPG"].map {
    show.url(of: "--url") ?? server.url($0)
  }

  show.step("You close the page while a photo arrives")
  let shipped = closePage(server, isStopped: false) { TestOperation(mainQueue: $1, transfer: $0.begin) }
  // prints: the page shows             the photo
  show.text(shipped)
  show.conclude(
    "cancel() set a flag that nobody reads while the data arrives. The download went on to its last byte.")
  show.claim(
    "Cancelled, the download went on to its last byte, and its photo was shown",
    !shipped.hungUp && shipped.shown == "the photo")

  show.step("The first repair")
  let hasty = closePage(server, isStopped: true) { HastyDownload($0, mainQueue: $1) }
  // prints: isFinished was announced   2 times
  // prints: the page shows             an empty one
  show.text(hasty)
  show.conclude("The stopped transfer calls back too, without data, and the callback finishes once more.")
  show.claim(
    "With the first repair it finished twice, and an empty photo was shown",
    hasty.hungUp && hasty.announced == 2 && hasty.shown == "an empty one")

  show.step("The whole repair")
  let repaired = closePage(server, isStopped: true) { transfer, main in
    Repaired.TestOperation(mainQueue: main) { completion in
      transfer.begin(completion)
      return transfer.stop
    }
  }
  // prints: isFinished was announced   1 time
  // prints: the page shows             nothing
  show.text(repaired)
  show.conclude("cancel() finished the operation first, so the callback did nothing.")
  show.claim(
    "Repaired, it hung up, finished once, and nothing was shown",
    repaired.hungUp && repaired.announced == 1 && repaired.shown == "nothing")

  show.step("Nobody closes a page: a photo, and then the next one", isConcurrent: true)
  // prints: photo          executing
  // prints: photo          finished...
  // prints: photo          sleep 4s...
  // prints: next           executing
  // prints: next           finished...
  let page = Page { show.log($0, as: "posted") }
  let transfers = urls.map(PhotoTransfer.init)
  let next = TestOperation(
    mainQueue: page.mainQueue, log: { show.log($0.replacing("TestOperation ", with: ""), as: "next") },
    transfer: transfers[0].begin)
  let photo = TestOperationTwo(
    time: LessonTime(isFast: show.has("--fast")), mainQueue: page.mainQueue,
    log: { show.log($0.replacing("TestOperationTwo ", with: ""), as: "photo") },
    transfer: transfers[1].begin)
  (next.name, photo.name) = ("next", "photo")
  next.addDependency(photo)
  show.watch([photo, next], narrated: false)
  let queue = MiniOperationQueue()
  queue.addOperations([next, photo], waitUntilFinished: true)
  for transfer in transfers { transfer.waitUntilCalledBack() }
  _ = page.showed
  page.close()
  let notes = show.events.filter { ["executing", "finished...", "sleep 4s..."].contains("\($0.change)") }
  show.conclude("next waited until photo had announced isFinished, and not until its data was there.")
  show.claim(
    "next began when photo had finished, and not when it had data",
    notes.count == 5 && "\(notes[3])" == "next executing"
      && notes[3].time - notes[2].time >= .seconds(show.shortened(1)), got: "\(notes)")
  show.compare(notes.map { "\($0)" }, withFoundation: { onFoundation(urls, show) })
  server.stop()
}

extension LoopbackServer: PhotoServer {}

// Tasks to try, with answers: see README.md.
