import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "You start a download and pause it at once, before the network thread has read its messages. What happens?",
    [
      .wrong("it downloads nothing", "the message that runs the task does not look at the state."),
      .wrong("it finishes without a photo", "finishing is refused, because it is paused."),
      .right(
        "it downloads everything and never finishes",
        "the task does not look at the state, and no way leads from paused to finished."),
    ]),
  before: [
    2: Question(
      "You cancel a paused download. Its queue runs one at a time. What happens to the next one?",
      [
        .right(
          "It waits, until the paused one is resumed",
          "the paused one is cancelled but has not finished, so its slot is not free."),
        .wrong("It starts at once", "the slot becomes free only when the paused one has finished."),
        .wrong("It is cancelled as well", "cancel() affects one operation."),
      ]),
    3: Question(
      "Two threads call resume() on a paused download. How often can its task run?",
      [
        .wrong(
          "at most once: the second change is refused",
          "the change is refused, but the method continues after it."),
        .wrong("not at all", "each of the two calls start()."),
        .right("twice", "a refused change stops no caller, and both call start()."),
      ]),
    4: Question(
      "You pause a repaired download of ten pieces after five, and resume it. Which pieces does it receive?",
      [
        .wrong("fifteen, from the beginning", "its connection stores the pieces that it has received."),
        .right(
          "each of the ten once", "it continues after the last piece, and ignores messages of the first run."),
        .wrong("five", "a resumed download continues until it has all pieces."),
      ]),
  ])
