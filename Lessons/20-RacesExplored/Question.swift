import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "start() begins a thread and then writes executing = true. The thread ends at once. What may be left?",
    [
      .right(
        "finished and executing, forever",
        "the thread may be through before start() writes, and no thread writes after that."),
      .wrong(
        "finished, and not executing",
        "that is the good order, and one order is worse: the late write comes after the end."),
      .wrong("executing, and not finished", "the thread has written finished before start() continues."),
    ]),
  before: [
    1: Question(
      "300 operations of the sample run on real threads. How many will be finished and executing forever?",
      [
        .right("a number that changes from run to run", "luck decides, and so the number proves nothing."),
        .wrong("none: it is too rare to be seen", "some runs show it, and a run without it proves nothing."),
        .wrong("all of them", "in the usual order start() is through before its thread ends."),
      ]),
    3: Question(
      "pause() asks isCancelled, and takes its lock afterwards. Which call in between is not seen?",
      [
        .wrong("another pause()", "two pauses lead to the same state."),
        .right("cancel()", "the answer was read before the cancel, and is old when the lock is taken (T6)."),
        .wrong("none: it has asked", "the answer can be old as soon as it has been read."),
      ]),
    4: Question(
      "The setter judges before it locks. Now the document's own lock lies round its callers. Can T12 be reached?",
      [
        .wrong("yes, as before", "both callers hold the same lock while they judge and change."),
        .wrong("yes, but with three threads", "each of them would need the lock."),
        .right(
          "not in the orders that were tried", "the lock round the callers covers judging and changing."),
      ]),
    5: Question(
      "A schedule was found, and its token is given to replay. What comes?",
      [
        .right("the same rows", "the token names every decision of the scheduler."),
        .wrong("another schedule with the same fault", "the token does not search; it repeats."),
        .wrong("a random schedule", "nothing is left to chance in a replay."),
      ]),
  ])
