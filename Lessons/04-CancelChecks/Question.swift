import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "An operation checks isCancelled after each stage of 10 000 iterations. You cancel it after 2 500 iterations of the second stage. What happens?",
    [
      .wrong("it stops at once", "cancelling stops no thread; the task has to check the flag."),
      .right(
        "it works for 7 500 more iterations, then it stops",
        "cancel() only sets a flag, and the next check is after the stage."),
      .wrong("it also works through the third stage", "the check after the second stage finds the flag set."),
    ]),
  before: [
    3: Question(
      "A loop checks in each iteration. When it is cancelled, it skips the work and continues with the next iteration. How often does it check?",
      [
        .wrong("once more, and then it leaves", "it does not leave: it skips the work and continues."),
        .right("30 000 times", "it runs through all iterations and checks in each of them."),
        .wrong("twice", "that is the loop with a check after each stage."),
      ]),
    4: Question(
      "A touch creates an operation, stores it in op, and sets a timer that cancels op. A second touch follows. Which operation does the first timer cancel?",
      [
        .wrong("the first operation", "the timer reads the variable when it fires."),
        .wrong("both", "one variable holds one operation."),
        .right("the second operation", "op holds the second operation when the timer fires."),
      ]),
    5: Question(
      "Each timer captures its own operation, and each operation checks itself. How many of its six iterations does the second one run?",
      [
        .right("six", "its own timer has not fired, and it does not check the first operation."),
        .wrong("three, like the first one", "cancelling the first operation no longer affects it."),
        .wrong("none", "its own flag is false."),
      ]),
  ])
