import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "An operation checks isCancelled after each stage of 10 000 iterations. It is cancelled after 2 500 iterations of the second stage. What happens?",
    [
      .wrong("it stops at once", "no thread is stopped by a cancel; it has to check the flag."),
      .right(
        "it works for 7 500 more iterations, then it stops",
        "cancel only sets a flag, and the next check comes when the stage is over."),
      .wrong("it works on to the end of the third", "the check behind the second stage finds the flag set."),
    ]),
  before: [
    3: Question(
      "One loop checks in each iteration and, once it is cancelled, continues with the next iteration. How often does it check?",
      [
        .wrong("once more, and then it leaves", "it does not leave: it skips the work and continues."),
        .right("30 000 times", "it goes through all its iterations and checks in each of them."),
        .wrong("twice", "that is the loop that checks after each stage."),
      ]),
    4: Question(
      "A touch makes an operation, keeps it in op, and sets a timer that cancels op. A second touch follows. What does the first timer cancel?",
      [
        .wrong("the first operation", "the timer reads the variable when it fires."),
        .wrong("both", "one variable holds one operation."),
        .right("the second operation", "op holds the second operation when the timer fires."),
      ]),
    5: Question(
      "Each timer holds its own operation, and each operation checks itself. How many of its six iterations does the second one work?",
      [
        .right("six", "its own timer has not fired, and it does not check the first operation."),
        .wrong("three, as the first one", "the cancel of the first operation no longer concerns it."),
        .wrong("none", "its own flag is false."),
      ]),
  ])
