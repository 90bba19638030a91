// Lesson 23: Which bugs did a shipped queue have, and which rule prevents each?
//
// A queue that people used for years had four bugs, of which lesson 22 has found one. Each of the others is a schedule
// here, and breaks a rule that you can check in your own code.
// Remember: decide under the lock, act after it; unlock in one place; observe first, then check.
//
//   swift run lesson23

import Explorer
import LessonKit

Lesson(
  23, "Which bugs did a shipped queue have, and which rule prevents each?",
  about: "Three bugs of a queue that shipped, a schedule for each, and the repair.",
  questions: questions,
  options: [.play]
).run { show in
  if show.has("--play") { Explorer.play(startedUnderLock.asShipped) }

  show.step("Added and paused at the same moment")
  let deadlock = Explorer.explore(startedUnderLock.asShipped)
  show.say("\(deadlock.summary), as these rows do:")
  for row in deadlock.table?.rows ?? [] where row.text.contains(/queue lock|MyOperationLock/) {
    show.say("\(row.number.padded(to: 3)) \(row.thread.padded(to: 5)) \(row.text)")
  }
  // prints: main  lock queue lock
  // prints: user  lock MyOperationLock
  // prints: user  waits for queue lock, held by main
  show.conclude(
    "main is in start(): it holds the queue's lock and needs the photo's. user is in pause(): it holds the photo's lock, "
      + "and its announcement needs the queue's.")
  show.claim("start() under the queue's lock deadlocked with a pause", deadlock.finding?.kind == .deadlock)

  show.step("Wi-Fi arrives before the photo is resized")
  let locked = Explorer.explore(leftLocked.asShipped)
  show.schedule(locked)
  // prints: 'user' waits for 'queue lock', held by 'main'
  show.conclude(
    "The upload announced isReady, and was not ready yet. The observer unlocks if it finds 'finished' and if it finds "
      + "'ready', and otherwise never.")
  show.claim("An announcement without a change left the queue locked", locked.finding != nil)

  show.step("Cancelled while it waits for a slot")
  let lost = Explorer.explore(lostSlot.asShipped)
  show.schedule(lost)
  // prints: a finished operation leaves the queue
  show.conclude(
    "The photo finished before the queue observed isFinished. Then the queue gave it the only slot, and began to wait "
      + "for an announcement that had been made.")
  show.claim("An operation that had finished got the slot, and kept it", lost.finding != nil)

  show.step("The repaired queue")
  let held = [startedUnderLock, leftLocked, lostSlot].map { bug in
    let result = Explorer.explore(bug.repaired, bounds)
    show.schedule(result)
    return result
  }
  // prints: ✔ added and paused, repaired
  // prints: ✔ Wi-Fi too early, repaired
  // prints: ✔ cancelled in line, repaired
  show.conclude(
    "It calls start() without its lock, unlocks in one place, and observes before it checks.")
  show.claim("The repaired queue held in every schedule within the bounds", held.allSatisfy(\.passed))
}

// Tasks to try, with answers: see README.md.
