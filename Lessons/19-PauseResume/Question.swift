import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "You start an operation and pause it at once, before its message runs. What happens?",
    [
      .wrong(
        "it finishes, as the document says",
        "finish is refused: the table has no transition from paused to finished."
      ),
      .right(
        "its task runs, but it never finishes",
        "the state is not checked before the task, and the table has no transition from paused to finished."),
      .wrong("its task does not run", "the network thread runs the task without checking the state."),
    ]),
  before: [
    2: Question(
      "Two threads call resume() on a paused operation. How often can its task run?",
      [
        .wrong(
          "at most once: the second transition is refused",
          "the transition is refused, but the method continues after it."),
        .wrong("not at all", "each of the two calls start()."),
        .right("twice", "a refused transition stops no caller, and both call start() (T7)."),
      ]),
    3: Question(
      "You cancel a paused operation. Its queue has the limit 1. What happens to the next operation?",
      [
        .right(
          "It waits, until the paused one is resumed",
          "the paused one is cancelled but has not finished, so its slot is not free."),
        .wrong("It starts at once", "the slot becomes free only when the paused operation has finished."),
        .wrong("It is cancelled as well", "cancel() affects one operation."),
      ]),
    4: Question(
      "You pause a repaired download of ten pieces after five, and resume it. Which pieces does it receive?",
      [
        .wrong(
          "all ten from the beginning, fifteen in total",
          "the repaired download stores the pieces that it has received."),
        .right(
          "each of the ten once",
          "it continues after the last piece, and ignores a message of the first run."),
        .wrong("five", "a resumed download continues until it has all pieces."),
      ]),
  ])
