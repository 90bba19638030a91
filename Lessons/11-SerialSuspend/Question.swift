import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "Photos are resized, one at a time. You suspend the queue in the middle of photo 1. What happens until you resume it?",
    [
      .wrong("photo 1 stops where it is", "suspending a queue does not affect a running operation."),
      .right(
        "photo 1 is resized to the end, and no other one begins",
        "the queue only decides what starts next, and photo 1 has started."),
      .wrong("all three are resized", "a suspended queue starts no operation, so photos 2 and 3 wait."),
    ]),
  before: [
    2: Question(
      "The queue is suspended, and the photo that is being resized is cancelled, too. Its main checks isCancelled "
        + "before each row. What happens?",
      [
        .right("It stops at its next row", "it runs, so it can check; the queue plays no part."),
        .wrong("It stops when the queue is resumed", "it runs, suspended or not, and sees the flag at once."),
        .wrong("It stops, and the next one begins", "the queue is still suspended."),
      ])
  ])
