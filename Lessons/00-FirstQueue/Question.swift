import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "Three downloads are in a queue with a limit of two. The server does not answer yet. How many requests reach it?",
    [
      .wrong("one", "a limit of two lets two operations run at the same time."),
      .right(
        "two", "the queue has two slots; the third operation waits until one of the first two has finished."),
      .wrong("three", "the third one is ready, but no slot is free for it."),
    ]),
  before: [
    1: Question(
      "You make three calls, and each downloads a picture. How do they run?",
      [
        .right(
          "one after the other, on the calling thread",
          "each call returns when its picture has arrived, and only then do you make the next call."),
        .wrong("all three at once", "a call blocks its thread, so the next call has to wait."),
        .wrong(
          "each on its own thread", "a call creates no thread; it runs on the calling thread."),
      ]),
    3: Question(
      "fox is in the queue. You cancel it before it gets a slot. What happens to it?",
      [
        .wrong(
          "It stays in the queue, unfinished",
          "the queue still starts it when a slot is free, and start() finishes a cancelled operation at once."
        ),
        .wrong(
          "Its download begins and is then stopped", "no thread had run its block when you cancelled it."),
        .right(
          "It finishes, and its request is never sent",
          "start() finishes a cancelled operation without running its task."),
      ]),
  ])
