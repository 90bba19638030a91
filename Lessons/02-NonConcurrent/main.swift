// Lesson 02: A photo is damaged: where does the error go?
//
// An operation decodes a photo, another one saves the picture. main cannot throw, and an operation that has failed
// finishes like one that has succeeded.
// Remember: finished does not mean successful. Store the outcome where the next operation can read it.
//
//   swift run lesson02

import LessonKit
import MiniOperations

Lesson(
  2, "A photo is damaged: where does the error go?",
  about: "A damaged photo: its error is dropped, then stored, then there is none.",
  questions: questions,
  options: [.foundation]
).run { show in
  let (good, damaged) = (["12", "30", "7"], ["12", "x30", "7"])
  let queue = MiniOperationQueue()
  queue.maxConcurrentOperationCount = 1
  let saved = Notebook()
  let log: @Sendable (String) -> Void = { text in
    show.log(text, as: "save")
    saved.write(text)
  }

  show.step("The error is caught and dropped")
  for (name, file) in [("A good photo:", good), ("A damaged one:", damaged)] {
    show.say(name)
    let operations = hasty(file, log: log)
    // save is added first. With one slot, only its dependency makes it run second.
    queue.addOperations(operations.reversed(), waitUntilFinished: true)
    show.say("decode has finished: \(operations[0].isFinished)")
  }
  // prints: saves 3 numbers
  // prints: saves 0 numbers
  // prints: decode has finished: true
  show.conclude(
    "decode threw, caught its error and finished. To the queue and to save, this looks the same as success."
  )
  show.claim(
    "decode failed, and save ran: it saved an empty picture",
    saved.lines == ["saves 3 numbers", "saves 0 numbers"],
    got: "\(saved.lines)")

  show.step("The outcome is stored")
  let decode = Decode(damaged)
  // prints: saves nothing: line 'x30' is damaged
  queue.addOperations([makeSave(after: decode, log: log), decode], waitUntilFinished: true)
  show.conclude("save runs again, because decode has finished. But now it can read the error.")
  show.claim(
    "save read the error, and saved nothing", saved.lines.last == "saves nothing: line 'x30' is damaged",
    got: "\(saved.lines)")

  show.step("decode is cancelled before it begins")
  let cancelled = Decode(good)
  cancelled.cancel()
  // prints: saves nothing: decode did not run
  queue.addOperations([makeSave(after: cancelled, log: log), cancelled], waitUntilFinished: true)
  show.conclude("A cancelled operation finishes without its main, so nobody has stored an outcome.")
  show.claim(
    "decode had finished, and there was neither a picture nor an error",
    cancelled.isFinished && cancelled.outcome == nil)
  show.compare(saved.lines, withFoundation: onFoundation)
}

// Tasks to try, with answers: see README.md.
