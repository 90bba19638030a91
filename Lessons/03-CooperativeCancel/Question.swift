import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A thumbnail has fifty rows. Its task checks isCancelled before each strip of five rows, and is cancelled in row "
      + "12. How many rows does it draw?",
    [
      .wrong("12: cancelling stops it", "cancel() sets a flag; the thread that draws is not stopped by it."),
      .right(
        "15: it finishes the strip", "no thread is interrupted, and its next check is after the strip."),
      .wrong("all 50: it has already begun", "it checks before each strip, also when it has begun."),
    ]),
  before: [
    2: Question(
      "A task writes a file in a loop, and removes the half file after the loop. In row 12 the disk is full, and writing "
        + "throws. What is left?",
      [
        .wrong(
          "nothing: the removal follows the loop",
          "an error leaves the loop for the catch, not for the next line."),
        .right("half a file", "the error jumps from the loop to the catch, past the removal."),
        .wrong("nothing: the framework removes it", "the framework does not know of the file."),
      ])
  ])
