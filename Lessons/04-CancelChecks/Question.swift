import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A filter has three stages of 10 000 rows and checks isCancelled after each stage. You cancel it after 2 500 rows of "
      + "the second one. How many more rows does it work on?",
    [
      .wrong("none", "cancelling stops no thread; the task has to check the flag."),
      .right("7 500", "cancel() only sets a flag, and the next check is after the stage."),
      .wrong("17 500", "the check after the second stage finds the flag set."),
    ]),
  before: [
    2: Question(
      "A loop checks in each row. When it is cancelled, it skips the work and continues with the next row. How often does "
        + "it check?",
      [
        .wrong("once more, and then it returns", "it does not return: it skips the work and continues."),
        .right("30 000 times", "it runs through all rows and checks in each of them."),
        .wrong("twice", "that is the loop with a check after each stage."),
      ]),
    3: Question(
      "A tap stores the new filter in the variable current, and sets a timer that cancels current. You tap a second "
        + "photo. Which filter does the first timer cancel?",
      [
        .wrong("the first", "the timer reads the variable when it fires."),
        .wrong("both", "one variable holds one filter."),
        .right("the second", "current is the second filter when the timer fires."),
      ]),
  ])
