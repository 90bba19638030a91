import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "Three downloads are in a queue with a limit of two. The server holds its answers back. How many requests arrive?",
    [
      .wrong("one", "a limit of two lets two operations run at the same time."),
      .right(
        "two", "the queue starts two operations, and the third one waits until one of them has finished."),
      .wrong("three", "the limit holds the third one back, although it is ready."),
    ]),
  before: [
    1: Question(
      "Three calls, each of which downloads a picture. How do they run?",
      [
        .right(
          "one after the other, on the thread that makes them",
          "a call is over when its picture is there, and then the next one is made."),
        .wrong("all three at once", "a call blocks its thread, so the next call comes after it."),
        .wrong(
          "each on a thread of its own", "no thread is made by a call; it runs on the thread that makes it."),
      ]),
    3: Question(
      "fox is in the queue and is cancelled before it has a slot. What becomes of it?",
      [
        .wrong(
          "It stays in the queue, unfinished",
          "the queue starts it when it has a slot, and the start of a cancelled operation finishes it."),
        .wrong("Its download begins and is stopped", "it was cancelled before any thread had run its block."),
        .right(
          "It finishes, and its request is never sent",
          "a start after a cancel finishes the operation and leaves its task out."),
      ]),
  ])
