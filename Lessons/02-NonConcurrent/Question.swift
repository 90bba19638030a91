import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "The work of an operation throws an error, and main catches it. What does a dependent do?",
    [
      .wrong(
        "It never runs", "a dependent waits for isFinished and for nothing else, and that was announced."),
      .wrong("It is cancelled", "cancelling is not passed on to dependents, and an error is not a cancel."),
      .right("It runs as after a success", "a dependency is met when it has finished, for whatever reason."),
    ]),
  before: [
    1: Question(
      "main returns, and contains no line about the state. What sets isFinished?",
      [
        .right("the framework, when main has returned", "a plain operation ends where main returns."),
        .wrong("a line at the end of main", "main has no such line, and needs none."),
        .wrong("the queue, when it removes the operation", "the queue removes it because it has finished."),
      ]),
    3: Question(
      "Two threads add one to a number that is 0, without a lock. Which sums are possible?",
      [
        .wrong("only 2", "an addition is a read and a write, and the other thread may run in between."),
        .right("1 and 2", "both may read 0 before one of them writes."),
        .wrong("0, 1 and 2", "each thread writes at least 1."),
      ]),
    4: Question(
      "A concurrent operation announces its end in the last line of its work. The work throws before it. What is left?",
      [
        .wrong("a finished operation", "the line that would finish it is not reached."),
        .wrong(
          "an operation that the framework finishes",
          "the class has an isFinished of its own, so the framework does not set it."),
        .right("an operation that never finishes", "the error leaves the work before the line that ends it."),
      ]),
    5: Question(
      "The end stands in a defer, and the work throws again. What does the dependent find?",
      [
        .right(
          "a finished operation, and the reason why it failed",
          "a defer runs on every way out, and the repaired class keeps its outcome."),
        .wrong(
          "a finished operation, and nothing more", "the repaired class keeps the error as its outcome."),
        .wrong("nothing, it waits", "a defer runs when an error leaves the work, too."),
      ]),
  ])
