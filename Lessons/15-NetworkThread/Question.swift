import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "One thread serves four downloads of a slow server. How many can be on their way at the same time?",
    [
      .wrong(
        "one, the others wait for the thread",
        "the thread does not wait in a request; the run loop wakes it when data has come."),
      .right("all four", "the thread is not busy while a server takes its time; it sleeps."),
      .wrong(
        "as many as there are cores", "cores limit what is computed at the same time, not what is awaited."),
    ]),
  before: [
    2: Question(
      "The thread's run loop is in another mode. A message for the default mode and one for the common modes come. Which is taken?",
      [
        .wrong("both, in their order", "a message waits until the loop is in one of its modes."),
        .wrong("neither", "the common modes include this one."),
        .right(
          "the one for the common modes",
          "this mode is a common one, and the other message waits for the default mode."),
      ]),
    3: Question(
      "The network thread decodes a picture for one download. The other three have their answers. How many of these finish meanwhile?",
      [
        .right("none", "the one thread that could finish them computes."),
        .wrong("three", "their data has come, but the thread that takes it is busy."),
        .wrong("one", "no download has another thread to finish on."),
      ]),
    4: Question(
      "The picture is decoded in a queue instead. How many of the other three finish meanwhile?",
      [
        .wrong("none: they come after it", "the network thread does not wait for the decoding."),
        .right("three", "the network thread is free and serves them."),
        .wrong("as many as there are other workers", "the network thread finishes them, not the workers."),
      ]),
    5: Question(
      "A message is posted, the thread is stopped, and another message is posted. What happens to the two?",
      [
        .wrong("Both run", "the thread takes no message after it was stopped."),
        .wrong("Neither runs", "what was posted before the stop is still taken."),
        .right(
          "The first runs, the second is refused",
          "stopping runs what was there, and posting says whether a message was taken."),
      ]),
  ])
