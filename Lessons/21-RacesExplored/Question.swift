import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A test of a class has run 3000 times and never failed. What do you know about its races?",
    [
      .right(
        "None of the 3000 runs took a failing order",
        "a run shows one order; the failing order may not have been among them."),
      .wrong(
        "The class has no race",
        "a race needs one exact order, and luck may never have chosen it."),
      .wrong(
        "They are rarer than one in 3000 on any machine",
        "how often a race occurs depends on the machine and its load."),
    ]),
  before: [
    1: Question(
      "The sample of lesson 06 runs 300 times on real threads. How many operations will be finished and executing forever?",
      [
        .right("a number that changes from run to run", "luck decides, so the number proves nothing."),
        .wrong("none: it is too rare to be seen", "some runs show it, and a run without it proves nothing."),
        .wrong("all of them", "usually start() returns before its thread finishes."),
      ]),
    4: Question(
      "pause() checks isCancelled, and acquires its lock afterwards. Which call in between does it miss?",
      [
        .wrong("another pause()", "two calls of pause() lead to the same state."),
        .right(
          "cancel()",
          "the flag was read before cancel(), and the value is outdated when the lock is acquired (T6)."),
        .wrong("none: it has checked", "the value may be outdated as soon as it has been read."),
      ]),
    5: Question(
      "The setter validates before it locks. In the document, its callers hold the same lock. Can T12 occur?",
      [
        .wrong("yes, as before", "both callers hold the same lock while they validate and change."),
        .wrong("yes, but with three threads", "each of them would need the lock."),
        .right(
          "not in the orders that were tried", "the callers' lock covers validating and changing."),
      ]),
    6: Question(
      "You replay a failing schedule's token. What do you see?",
      [
        .right("the same rows", "the token names every decision of the scheduler."),
        .wrong("another schedule with the same fault", "replaying does not search; it repeats."),
        .wrong("a random schedule", "a replay leaves no decision to chance."),
      ]),
  ])
