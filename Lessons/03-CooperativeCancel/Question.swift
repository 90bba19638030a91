import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "An operation checks isCancelled once a page, after every 5 lines. It is cancelled in line 12. How many lines does it read?",
    [
      .wrong("12: cancelling stops it", "cancel() sets a flag; the thread that reads is not stopped by it."),
      .right(
        "15: to the end of the page",
        "no thread is interrupted, and the next check comes when the page is done."),
      .wrong("all 50: it has begun", "it has begun, and it checks the flag after each page."),
    ]),
  before: [
    1: Question(
      "An operation is cancelled and then added to a queue. How far does it come?",
      [
        .wrong("It reads the first page", "the first check comes before any work."),
        .right(
          "It finishes without a line", "a queue starts a cancelled operation too, and its start finishes it."
        ),
        .wrong(
          "It stays in the queue, unfinished", "its start finishes it, whether it was cancelled or not."),
      ]),
    2: Question(
      "A task that never checks isCancelled is cancelled in line 12 of 50. How many lines does it read?",
      [
        .wrong("12", "cancel() sets a flag, and the task does not read it."),
        .wrong("none, they are taken back", "what was done is done; a cancel takes nothing back."),
        .right("50", "no thread is interrupted by a cancel."),
      ]),
    4: Question(
      "The check is made before each line now. The cancel comes in line 12. How many lines are read?",
      [
        .wrong("11", "line 12 had begun, and it is not interrupted."),
        .right("12", "line 12 is read to its end, and the check before line 13 leaves."),
        .wrong("13", "the check before line 13 finds the flag."),
      ]),
    5: Question(
      "Both tasks write a file and are cancelled in line 12. One has a clean-up that runs on every way out. What does the other leave?",
      [
        .right("half a file", "its loop is left, and no line behind it knows of the file."),
        .wrong("no file", "the framework does not know of the file, so it cannot remove it."),
        .wrong("a whole file", "its loop was left in line 12."),
      ]),
  ])
