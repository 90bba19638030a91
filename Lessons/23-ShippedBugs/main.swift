// Lesson 23: Which bugs did a shipped queue have, and which rule prevents each?
//
// Lesson 22 found one bug in the queue that a document quotes (T22). The same queue had three more. Each is one
// schedule, each breaks a rule that you can check in your own code. Remember: observe, then check; unlock on
// every path; call no other code under a lock.
//
//   swift run lesson23

import Explorer
import LessonKit

Lesson(
  23, "Which bugs did a shipped queue have, and which rule prevents each?",
  about: "Three bugs of GNUstep's queue, each in one schedule, and the repaired queue in all of them.",
  questions: questions,
  options: [.play]
).run { show in
  if show.has("--play") { Explorer.play(startedUnderLock.asWritten) }

  // MARK: Step 1

  show.step("Checked, then observed: a slot is lost")
  show.say("The operation waits for a slot, is cancelled and finishes. Then the queue gets a slot.")
  // prints: a finished operation leaves the queue
  let lost = Explorer.explore(lostSlot.asWritten)
  show.schedule(lost)
  show.conclude(
    "The operation finished before the queue observed isFinished. Then the queue gave it the only slot and "
      + "began to observe it, but isFinished had already been announced.")
  show.claim(
    "T21: An operation that finished before it got a slot kept that slot forever", lost.finding != nil)

  // MARK: Step 2

  show.step("A path without an unlock")
  show.say("main opens a gate while a dependency has not finished; user reads the list of operations.")
  // prints: 'user' waits for 'queue lock', held by 'main'
  let locked = Explorer.explore(leftLocked.asWritten)
  show.schedule(locked)
  show.conclude(
    "The operation announced isReady, although it was not ready. The observer has a branch for 'finished' "
      + "and one for 'ready', and each unlocks. For an operation that is neither, nothing unlocks.")
  show.claim("T20: An announcement without a change left the queue locked", locked.finding != nil)

  // MARK: Step 3

  show.step("A call under the queue's lock")
  show.say("main adds an operation, which the queue starts at once; user pauses it.")
  // prints: it holds 'queue lock'
  // prints: it holds 'MyOperationLock'
  let deadlock = Explorer.explore(startedUnderLock.asWritten)
  show.schedule(deadlock)
  show.conclude(
    "main called start(): it holds the queue's lock and needs the operation's. user called pause(): it holds "
      + "the operation's lock, and its announcement needs the queue's. Neither can continue: a deadlock.")
  show.claim("T23: start() under the queue's lock deadlocked with a pause", deadlock.finding != nil)

  // MARK: Step 4

  show.step("Three rules, and no bug left")
  // prints: ✔ T21, repaired
  // prints: ✔ T20, repaired
  // prints: ✔ T23, repaired
  let held = [lostSlot, leftLocked, startedUnderLock].map { bug in
    let result = Explorer.explore(bug.repaired, bounds)
    show.schedule(result)
    return result
  }
  show.conclude(
    "The repaired queue observes an operation when it is added, and checks it after that. It unlocks in one "
      + "place, and a thread of the pool calls start() while it holds no lock.")
  show.claim("The repaired queue held in every schedule within the bounds", held.allSatisfy(\.passed))
}

/// All schedules with one preemption; no pool thread gives up waiting early, which none of the three bugs needs.
private var bounds: Settings {
  var bounds = Settings(.exhaustive(preemptions: 1))
  bounds.surprises = 0
  return bounds
}

// Tasks to try, with answers, and the next lesson: see README.md.
