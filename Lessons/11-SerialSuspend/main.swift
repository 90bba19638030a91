// Lesson 11: What happens to the running operation when its queue is suspended?
//
// Three photos are resized, one at a time. "Pause" suspends the queue while the first one is being resized, and
// once more with a photo that is also cancelled.
// Remember: suspending a queue is about starting. A running operation continues, unless it is cancelled and checks that.
//
//   swift run lesson11

import Dispatch
import LessonKit
import MiniOperations

Lesson(
  11, "What happens to the running operation when its queue is suspended?",
  about: "Photos are resized, one at a time, when the queue is suspended.",
  questions: questions,
  options: [.foundation]
).run { show in
  let queue = MiniOperationQueue()
  queue.name = "photos"
  queue.maxConcurrentOperationCount = 1

  show.step("Suspended in the middle of a photo")
  show.watch(queue)
  let touch = Moment()
  let photos = ["photo 1", "photo 2", "photo 3"].map { name in
    Resize(name) { row in
      // Without a terminal, the script presses the key here, early in the first photo.
      if name == "photo 1" && row == 1_000 { touch.reached() }
      show.count(name, row)
      show.pace(0.0005)
    }
  }
  show.watch(photos)
  // prints: photos         suspended → true
  // prints: photo 1        isFinished → true
  // prints: photos         suspended → false
  // prints: photo 2        isExecuting → true
  show.onReturn(
    "suspend or resume the queue", script: [.at(touch), .afterEnd(of: photos[0], 1)], until: queue,
    start: { queue.addOperations(photos, waitUntilFinished: false) },
    { queue.isSuspended.toggle() })
  let events = show.events
  let isInTime = events.happened("photos", .suspended, before: "photo 1", .finished)
  let why = "no key was pressed while photo 1 was being resized"
  show.conclude(
    isInTime
      ? "photo 1 went on to its last row in the suspended queue. Its slot was free then, and photo 2 waited for the "
        + "second key."
      : "The queue was not suspended in time. Run the lesson again, and press Return during photo 1.")
  show.claim(
    "photo 1 went on to its last row while the queue was suspended", ifSeen: isInTime, else: why,
    events.happened("photo 1", .finished, before: "photos", .resumed) || !show.isScripted)
  show.claim(
    "Its slot was free, and photo 2 began only when the queue was resumed", ifSeen: isInTime, else: why,
    events.startedWhileSuspended("photos").isEmpty && events.place("photos", .resumed) != nil,
    got: "\(events.startedWhileSuspended("photos")) began")

  show.step("Suspended, and cancelled")
  let photosOfToday = MiniOperationQueue()
  photosOfToday.maxConcurrentOperationCount = 1
  let (isReached, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let rows = Counter()
  let fourth = Resize("photo 4") { row in
    rows.raise()
    show.count("photo 4", row)
    if row == 1_000 {
      isReached.signal()
      mayGoOn.wait()
    }
  }
  let fifth = Resize("photo 5") { show.count("photo 5", $0) }
  photosOfToday.addOperations([fourth, fifth], waitUntilFinished: false)
  isReached.wait()
  photosOfToday.isSuspended = true
  show.log("suspended → true", as: "photos")
  fourth.cancel()
  mayGoOn.signal()
  fourth.waitUntilFinished()
  let hadWaited = !fifth.isExecuting && !fifth.isFinished
  show.log("isFinished: \(fourth.isFinished), rows: \(rows.value)", as: "photo 4")
  // prints: isFinished: true, rows: 1001
  show.log("isExecuting: \(fifth.isExecuting)", as: "photo 5")  // prints: isExecuting: false
  show.log("suspended → false", as: "photos")
  photosOfToday.isSuspended = false
  photosOfToday.waitUntilAllOperationsAreFinished()
  show.log("isFinished: \(fifth.isFinished)", as: "photo 5")
  show.conclude(
    "photo 4 checked before its next row and returned, and the suspended queue did not start photo 5.")
  show.claim("Cancelled too, photo 4 stopped at its next row", rows.value == 1_001 && hadWaited)
  show.compare(events.order(of: ["photo 1", "photo 2", "photo 3", "photos"])) { onFoundation() }
}

// Tasks to try, with answers: see README.md.
