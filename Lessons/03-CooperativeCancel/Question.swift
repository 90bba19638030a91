import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "An operation checks isCancelled once a page, after every 5 lines. It is cancelled in line 12. How many lines does it read?",
    [
      .wrong("12: cancelling stops it", "cancel() sets a flag; the thread that reads is not stopped by it."),
      .right(
        "15: it reads the rest of the page",
        "no thread is interrupted, and the next check is after the page."),
      .wrong("all 50: it has already begun", "it checks the flag after each page, also when it has begun."),
    ]),
  before: [
    1: Question(
      "You cancel an operation and then add it to a queue. How much does it read?",
      [
        .wrong("It reads the first page", "the first check is before any work."),
        .right(
          "It finishes without reading a line",
          "the queue calls its start(), which finishes a cancelled operation at once."
        ),
        .wrong(
          "It stays in the queue, unfinished", "the queue starts it like any other, and start() finishes it."),
      ]),
    2: Question(
      "A task never checks isCancelled. You cancel it in line 12 of 50. How many lines does it read?",
      [
        .wrong("12", "cancel() sets a flag, and the task does not read it."),
        .wrong("none, they are undone", "cancelling does not undo finished work."),
        .right("50", "cancelling interrupts no thread."),
      ]),
    4: Question(
      "The task now checks before each line. You cancel it in line 12. How many lines does it read?",
      [
        .wrong("11", "line 12 had begun, and reading it is not interrupted."),
        .right("12", "it reads the rest of line 12, and the check before line 13 leaves the loop."),
        .wrong("13", "the check before line 13 finds the flag."),
      ]),
    5: Question(
      "Two tasks write a file, and you cancel both in line 12. One cleans up on every exit. What does the other leave behind?",
      [
        .right("half a file", "it leaves its loop, and no later line removes the file."),
        .wrong("no file", "the framework does not know of the file, so it cannot remove it."),
        .wrong("a whole file", "it left its loop after line 12."),
      ]),
  ])
