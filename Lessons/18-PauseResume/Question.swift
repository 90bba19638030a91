import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "An operation is started and paused at once; its network thread comes late. How does it end?",
    [
      .wrong(
        "it finishes, as the document says",
        "finish is refused: the table has no move from paused to finished."
      ),
      .right(
        "its task runs, but it never finishes",
        "the state is not checked before the task, and the table has no move from paused to finished."),
      .wrong("its task does not run", "the network thread runs the task without asking for the state."),
    ]),
  before: [
    2: Question(
      "Two threads call resume() on a paused operation. How often can its task run?",
      [
        .wrong(
          "at most once: the second move is refused",
          "the move is refused, but the method continues behind it."),
        .wrong("not at all", "each of the two calls start."),
        .right("twice", "a refused move stops no caller, and both call start (T7)."),
      ]),
    3: Question(
      "A paused operation is cancelled. Its queue has the limit 1. What comes of the next operation?",
      [
        .right(
          "It waits, until the paused one is resumed",
          "the paused one is cancelled and not finished, and it keeps its slot."),
        .wrong("It starts at once", "a slot becomes free when an operation has finished."),
        .wrong("It is cancelled as well", "a cancel concerns one operation."),
      ]),
    4: Question(
      "A repaired download of ten pieces is paused after five, and resumed. Which pieces does it receive?",
      [
        .wrong(
          "all ten from the beginning, fifteen in total", "the repaired class keeps what it has received."),
        .right(
          "each of the ten once",
          "it continues behind the last piece, and a message of the first run counts for nothing."),
        .wrong("five", "a resumed download continues to its end."),
      ]),
  ])
