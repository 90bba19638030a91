// Lesson 05: Which operation is next?
//
// Whenever a slot is free, a queue starts the ready operation with the highest priority, and among equals the oldest.
// Remember: dependencies and your own conditions decide which operations are ready; priority only chooses among those.
//
//   swift run lesson05

import LessonKit
import MiniOperations

Lesson(
  5, "Which operation is next?",
  about: "An urgent page that opens last, a cancelled download, an upload without Wi-Fi.",
  questions: questions,
  options: [.foundation]
).run { show in
  let trace = Notebook()

  show.step("The most urgent operation")
  for isRaised in [false, true] {
    show.say(isRaised ? "Raised too, the picture that page needs:" : "Only page has a high priority:")
    tapped(isPictureRaised: isRaised) { name in
      show.log("runs", as: name)
      trace.write(name)
    }
  }
  // prints: Only page has a high priority:
  // prints: thumb 1        runs
  // prints: page           runs
  // prints: Raised too, the picture that page needs:
  // prints: picture        runs
  show.conclude("page was not ready while picture waited, and its priority did not pass to picture.")
  show.claim(
    "The most urgent operation ran last, until its picture was urgent too",
    trace.lines[3] == "page" && trace.lines[5] == "page", got: "\(trace.lines)")

  show.step("Decode and resize at once, then save (the chart at the end)", isConcurrent: true)
  let worked = Notebook()
  let photo = diamond { name in
    show.wait(0.2)
    worked.write(name)
  }
  show.watch([photo.download, photo.decode, photo.resize, photo.save], narrated: false)
  run(photo)
  show.conclude("decode and resize became ready when download had finished, in another queue.")
  show.claim("save came last, although it was added before the download", worked.lines.last == "save")

  show.step("The same photo, and its download is cancelled", isConcurrent: true)
  let ran = Notebook()
  let cancelled = diamond { name in
    show.log("runs", as: name)
    ran.write(name)
  }
  cancelled.download.cancel()
  // prints: save           runs
  run(cancelled)
  show.conclude(
    "A dependency is satisfied when it has finished, and a cancelled operation finishes too. So save ran, without a "
      + "download.")
  show.claim(
    "The download never ran, and the three that depend on it did",
    ran.lines.count == 3 && ran.lines.last == "save", got: "\(ran.lines)")

  show.step("An upload that waits for Wi-Fi")
  // These workers run operations only when they are told to, so that the report finds the queue at rest.
  let workers = SteppedWorkers()
  let uploads = MiniOperationQueue(workers: workers)
  uploads.name = "uploads"
  let silent = Upload("silent")
  uploads.addOperation(silent)
  silent.wiFiArrivedSilently()
  workers.run()
  // prints: 'silent' became ready, but isReady was not announced
  show.quote(uploads.stallReport().description)
  let wasForgotten = !silent.isFinished
  silent.wiFiArrived()
  workers.run()
  show.conclude("Ready, and not started: the queue reads isReady again only when it is announced.")
  show.claim(
    "Its condition was true and not announced, and the queue did not start it",
    wasForgotten && silent.isFinished)

  show.step("Cancelled while there is no Wi-Fi")
  let (hasty, careful) = (HastyUpload("hasty"), Upload("careful"))
  uploads.addOperations([hasty, careful], waitUntilFinished: false)
  for upload in [hasty, careful] { upload.cancel() }
  workers.run()
  // prints: 'hasty' was cancelled, but its own isReady is still false
  show.quote(uploads.stallReport().description)
  show.conclude(
    "Only start() finishes a cancelled operation, and a queue starts only ready ones: hasty stays.")
  show.claim(
    "Cancelled, the hasty upload never finished; the careful one did", !hasty.isFinished && careful.isFinished
  )
  let rest = ["careful finished: \(careful.isFinished)", "hasty finished: \(hasty.isFinished)"]
  show.compare(trace.lines + ran.lines.suffix(1) + rest, withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
