import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "One thread serves four downloads from a slow server. How many can be in progress at the same time?",
    [
      .wrong(
        "one, the others wait for the thread",
        "the thread does not wait for one request; the run loop wakes it when data has arrived."),
      .right("all four", "the thread is not busy while it waits for the server; it sleeps."),
      .wrong(
        "as many as there are cores",
        "cores limit how many threads compute at the same time, not how many answers you wait for."),
    ]),
  before: [
    2: Question(
      "The thread's run loop is in another mode. A message for the default mode and one for the common modes arrive. Which one runs?",
      [
        .wrong("both, in their order", "a message waits until the loop is in one of its modes."),
        .wrong("neither", "the common modes include this one."),
        .right(
          "the one for the common modes",
          "this mode is a common one, and the other message waits for the default mode."),
      ]),
    3: Question(
      "The network thread decodes a picture for one download. The answers of the other three arrive. How many of these finish during the decoding?",
      [
        .right("none", "the only thread that could finish them is decoding."),
        .wrong("three", "their data has arrived, but the thread that handles it is busy."),
        .wrong("one", "no other thread can finish a download."),
      ]),
    4: Question(
      "A queue decodes the picture instead. How many of the other three finish during the decoding?",
      [
        .wrong("none: they have to wait for it", "the network thread does not wait for the decoding."),
        .right("three", "the network thread is free and serves them."),
        .wrong("as many as there are other workers", "the network thread finishes them, not the workers."),
      ]),
    5: Question(
      "You post a message, stop the thread, and post another message. What happens to the two?",
      [
        .wrong("Both run", "a stopped thread accepts no message."),
        .wrong("Neither runs", "a message that was posted before stop() still runs."),
        .right(
          "The first runs, the second is refused",
          "messages posted before stop() run, and post() returns whether a message was accepted."),
      ]),
  ])
