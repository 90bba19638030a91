import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A test of the shop has run 3000 times and never failed. What do you know about its races?",
    [
      .right(
        "none of the 3000 runs took a failing order",
        "a run shows one order; the failing one may not have been among them."),
      .wrong("it has none", "a race needs one exact order, and luck may never have chosen it."),
      .wrong(
        "each is rarer than one in 3000, for every user",
        "how often an order occurs depends on the machine and on its load."),
    ]),
  before: [
    3: Question(
      "pause() checks isCancelled, and acquires its lock afterwards. Which call in between does it miss?",
      [
        .wrong("another pause()", "two calls of pause() lead to the same state."),
        .right("cancel()", "the flag was read before cancel(), and is outdated when the lock is acquired."),
        .wrong("none: it has checked", "a value may be outdated as soon as it has been read."),
      ]),
    4: Question(
      "A setter validates before it locks, but all of its callers hold that lock. Can its race occur?",
      [
        .wrong("yes, as before", "both callers hold the same lock while they validate and change."),
        .wrong("yes, with three threads", "each of them would need the lock."),
        .right("no, not in the orders that were tried", "the callers' lock covers validating and changing."),
      ]),
    5: Question(
      "The Explorer finds nothing in a repaired class. What does that prove?",
      [
        .wrong("The class has no race", "only the calls of this small program were tried."),
        .right(
          "This small program works in every order within the bounds",
          "all of them were tried; other calls, and orders beyond the bounds, were not."),
        .wrong("Nothing, as with luck", "luck repeats the usual order; here every order was tried."),
      ]),
  ])
