// Lesson 25: How does a photo upload wait, take turns, retry and give up?
//
// The documents end where applications begin. A photo is uploaded: it waits for the network, does not overlap with
// another upload of the same photo, is tried again when the server is busy, and is cancelled when it takes too long. Each
// is a class of some thirty lines on the same framework. Remember: combine operations; no setting can do this for you.
//
//   swift run lesson25

import LessonKit
import MiniOperations

Lesson(
  25, "How does a photo upload wait, take turns, retry and give up?",
  about: "The upload of a photo, one class in each step: network, turns, retry, timeout, and an album.",
  questions: questions
).run { show in
  // MARK: Step 1

  show.step("Wait for the network")
  let workers = SteppedWorkers()
  let uploads = MiniOperationQueue(workers: workers)
  (uploads.name, uploads.maxConcurrentOperationCount) = ("uploads", 1)
  let (photo, thumbnail) = (Upload("photo"), MiniBlockOperation {})
  thumbnail.name = "thumbnail"
  show.watch(photo, thumbnail)
  uploads.addOperation(photo)
  uploads.addOperation(thumbnail)
  workers.run()
  let isNextFirst = !photo.isExecuting && !photo.isFinished && thumbnail.isFinished
  // prints: thumbnail      isFinished → true
  // prints: 'photo' is not ready because its own isReady is false
  show.quote("\(uploads.stallReport())")
  photo.networkAppeared()
  workers.run()
  // prints: photo          isFinished → true
  show.conclude(
    "Without a network the upload is not ready, so it has no slot, and the thumbnail runs first. If the "
      + "upload waited for the network in its main, it would keep the only slot.")
  show.claim(
    "Without a network the upload waited outside the only slot, and the next operation ran",
    isNextFirst)
  show.claim("When the network was announced, the upload ran", photo.isFinished)

  // MARK: Step 2

  show.step("Versions of one photo, one at a time", isConcurrent: true)
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 4
  let exclusivity = Exclusivity()
  let (overlap, alone) = (Rendezvous(), Rendezvous())
  let versions = (1...3).map { number in
    let version = MiniBlockOperation {
      alone.visit {
        if number == 1 { overlap.meet(2, patience: .seconds(5)) }
        show.log("is sent", as: "version \(number)")
      }
    }
    exclusivity.add(version, to: "photo")
    return version
  }
  let other = MiniBlockOperation { overlap.meet(2, patience: .seconds(5)) }
  queue.addOperations(versions + [other], waitUntilFinished: true)
  // prints: version 1      is sent
  // prints: version 2      is sent
  // prints: version 3      is sent
  show.conclude(
    "Three versions of one photo ran one after the other, although the queue has four slots. The upload of "
      + "another photo, which prints no line here, ran at the same time as the first version.")
  show.claim(
    "Three versions of one photo never overlapped, in a queue with the limit 4", alone.mostAtOnce == 1)
  show.claim("Another photo was uploaded at the same time", overlap.mostAtOnce >= 2)

  // MARK: Step 3

  show.step("Tried again, later each time")
  let time = VirtualTime()
  let tries = Notebook()
  let retry = Retry("retry", tries: 4, on: time) { number in
    let operation = MiniBlockOperation {
      tries.write("try \(number) at \(time.now)")
      show.log(tries.lines.last!, as: "retry")
    }
    return Retry.Attempt(operation: operation) { number == 4 }
  }
  queue.addOperation(retry)
  for pause in [1, 2, 4] {
    time.waitForSleepers(1)
    time.advance(by: .seconds(pause))
  }
  retry.waitUntilFinished()
  // prints: try 1 at 0.0 seconds
  // prints: try 2 at 1.0 seconds
  // prints: try 3 at 3.0 seconds
  // prints: try 4 at 7.0 seconds
  show.conclude(
    "The pauses between the tries took one second, then two, then four. These seven seconds of virtual time "
      + "took no real time.")
  let expected = zip(1...4, [0, 1, 3, 7]).map { "try \($0) at \($1).0 seconds" }
  show.claim("Four tries, with pauses of 1, 2 and 4 seconds", tries.lines == expected, got: "\(tries.lines)")

  // MARK: Step 4

  show.step("Given up")
  let endless = Endless("endless")
  show.watch(endless)
  let cancelledAfter = timeOut(endless, after: .seconds(10), in: queue, on: time)
  // prints: endless        isCancelled → true
  // prints: endless        isFinished → true
  let quick = MiniBlockOperation {}
  queue.addOperations([Timeout(of: quick, after: .seconds(10), on: time), quick], waitUntilFinished: true)
  show.conclude(
    "The timeout is an operation, too. It cancelled the endless upload after ten virtual seconds. The quick "
      + "upload finished before its deadline, and its timeout finished directly after it.")
  show.claim(
    "The endless upload was cancelled after ten seconds",
    cancelledAfter == ["10.0 seconds"] && endless.isFinished, got: "\(cancelledAfter)")
  show.claim("The quick upload was not cancelled, and its timeout has finished", !quick.isCancelled)

  // MARK: Step 5

  show.step("A whole album")
  let photos = ["photo 1", "photo 2", "photo 3"].map { name in
    let photo = MiniBlockOperation {}
    photo.name = name
    return photo
  }
  let album = Album("album", photos)
  show.watch(photos, narrated: false)
  show.watch(album)
  queue.addOperation(album)
  show.waitForEnd(of: album)
  // prints: album          isExecuting → true
  // prints: album          isFinished → true
  let unsent = Endless("unsent")
  let cancelled = Album("cancelled album", [unsent])
  cancelled.cancel()
  show.conclude(
    "A barrier block after the last photo finishes the album, so no thread blocks until then. Cancelling an "
      + "album cancels its photos.")
  show.claim("The album finished after all its photos", album.missing == 0)
  show.claim("Cancelled before its start, an album cancelled its photos", unsent.isCancelled)
  queue.addOperations([cancelled], waitUntilFinished: true)
}

// Tasks to try, with answers, and the next lesson: see README.md.
