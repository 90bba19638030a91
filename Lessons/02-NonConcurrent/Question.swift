import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "The work of an operation throws an error, and main catches it. What happens to its dependent?",
    [
      .wrong(
        "It never runs", "a dependent waits only for isFinished, and that became true."),
      .wrong("It is cancelled", "an error cancels nothing, and cancelling does not reach dependents either."),
      .right(
        "It runs as if nothing had failed", "a dependency is satisfied when it has finished, for any reason."),
    ]),
  before: [
    1: Question(
      "main returns, and never mentions the state. Who sets isFinished?",
      [
        .right("the framework, when main has returned", "a plain operation has finished when main returns."),
        .wrong("a line at the end of main", "main has no such line, and needs none."),
        .wrong("the queue, when it removes the operation", "the queue removes it because it has finished."),
      ]),
    3: Question(
      "Two threads add one to a number that is 0, without a lock. Which sums are possible?",
      [
        .wrong("only 2", "an addition is a read and a write, and the other thread may run in between."),
        .right("1 and 2", "both threads may read 0 before one of them writes."),
        .wrong("0, 1 and 2", "each thread writes at least 1."),
      ]),
    4: Question(
      "A concurrent operation finishes itself in the last line of its work. The work throws before that line. What is left?",
      [
        .wrong("a finished operation", "the line that would finish it is not reached."),
        .wrong(
          "an operation that the framework finishes",
          "the class overrides isFinished, so the framework does not set it."),
        .right("an operation that never finishes", "the error skips the line that finishes it."),
      ]),
    5: Question(
      "The line that finishes it is now in a defer, and the work throws again. What does the dependent find?",
      [
        .right(
          "a finished operation, and the reason of the failure",
          "a defer runs on every exit, and the repaired class stores its outcome."),
        .wrong(
          "a finished operation, and nothing more", "the repaired class stores the error as its outcome."),
        .wrong("nothing, it waits", "a defer also runs when the work throws."),
      ]),
  ])
