// Lesson 25: How does a photo upload wait, take turns, retry and give up?
//
// A server is busy, an upload tries again, and the next photo waits for it. The pauses leave the queue, and with them
// come turns and a timeout, each a short class.
// Remember: an operation keeps its slot until it has finished, so wait in another queue.
//
//   swift run lesson25

import LessonKit
import MiniOperations

Lesson(
  25, "How does a photo upload wait, take turns, retry and give up?",
  about: "A busy server, two versions of one photo, and an upload that never ends.",
  questions: questions
).run { show in
  let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]

  show.step("The pauses inside")
  let inside = story()
  let patient = PatientUpload(pauses: pauses, on: inside.time) { inside.sends("owl", succeedsAt: 4) }
  inside.uploads.addOperation(patient)
  inside.time.waitForSleepers(1)
  inside.uploads.addOperation(inside.attempt("fox", succeedsAt: 1))
  inside.pass(pauses)
  inside.uploads.waitUntilAllOperationsAreFinished()
  // prints: owl            busy at 0.0 seconds
  // prints: owl            sent at 7.0 seconds
  // prints: fox            sent at 7.0 seconds
  show.conclude("The upload slept in its main, which had the only slot. fox waited for all its pauses.")
  show.claim(
    "The next photo waited for every pause of the first, seven seconds",
    inside.lines.last == "fox sent at 7.0 seconds", got: "\(inside.lines)")

  show.step("The pauses outside")
  let outside = story()
  let retry = Retry(in: outside.uploads, pauses: pauses, on: outside.time) {
    outside.attempt("owl", succeedsAt: 4)
  }
  outside.waiting.addOperation(retry)
  outside.time.waitForSleepers(1)
  outside.uploads.addOperations([outside.attempt("fox", succeedsAt: 1)], waitUntilFinished: true)
  outside.pass(pauses)
  retry.waitUntilFinished()
  // prints: owl            busy at 0.0 seconds
  // prints: fox            sent at 0.0 seconds
  // prints: owl            busy at 3.0 seconds
  // prints: owl            sent at 7.0 seconds
  show.conclude(
    "Only the attempts were in the queue of uploads. Between them the slot was free, and fox took it.")
  show.claim(
    "With the pauses in another queue, it was sent at once",
    outside.lines.prefix(2) == ["owl busy at 0.0 seconds", "fox sent at 0.0 seconds"]
      && outside.lines.last == "owl sent at 7.0 seconds", got: "\(outside.lines)")

  show.step("Two versions of one photo")
  let turns = story()
  let exclusivity = Exclusivity()
  let versions = [("version 1", 2), ("version 2", 1)].map { name, success in
    let version = Retry(in: turns.uploads, pauses: pauses, on: turns.time) {
      turns.attempt(name, succeedsAt: success)
    }
    exclusivity.add(version, to: "owl")
    return version
  }
  turns.waiting.addOperations(versions.reversed(), waitUntilFinished: false)
  turns.pass([.seconds(1)])
  turns.waiting.waitUntilAllOperationsAreFinished()
  // prints: version 1      busy at 0.0 seconds
  // prints: version 1      sent at 1.0 seconds
  // prints: version 2      sent at 1.0 seconds
  show.conclude(
    "Version 2 depends on the retry of version 1, so it waited for its pause and its second try, too.")
  show.claim(
    "Version 2 was not tried before version 1 had arrived",
    turns.lines.firstIndex(of: "version 2 sent at 1.0 seconds") == 2, got: "\(turns.lines)")

  show.step("A server that never answers")
  let late = story()
  let (first, second) = (Endless(), Endless())
  let observation = second.observe(\.isCancelled) { _, _ in late.write("cancelled", "second") }
  late.waiting.addOperation(Timeout(of: second, after: .seconds(10), on: late.time))
  late.uploads.addOperations([first, second], waitUntilFinished: false)
  first.waitUntilBegun()
  late.time.advance(by: .seconds(30))
  first.cancel()
  second.waitUntilBegun()
  late.pass([.seconds(10)])
  late.uploads.waitUntilAllOperationsAreFinished()
  observation.invalidate()
  // prints: second         cancelled at 40.0 seconds
  show.conclude("second waited thirty seconds for its slot, behind first, and had ten from then on.")
  show.claim(
    "Its ten seconds began when it began, and not when it was added",
    late.lines == ["second cancelled at 40.0 seconds"], got: "\(late.lines)")

  func story() -> Story { Story { show.log($0, as: $1) } }
}

// Tasks to try, with answers: see README.md.
