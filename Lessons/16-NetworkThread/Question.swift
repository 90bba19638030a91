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
      "While a finger drags, the run loop is in the tracking mode. A message for the default mode and one for the "
        + "common modes arrive. Which one runs?",
      [
        .wrong("both, in their order", "a message waits until the loop is in one of its modes."),
        .wrong("neither", "the common modes include this one."),
        .right(
          "the one for the common modes",
          "this mode is a common one, and the other message waits for the default mode."),
      ]),
    3: Question(
      "The network thread decodes a picture for one download. The answers of the other three arrive. How many of "
        + "these finish during the decoding?",
      [
        .right("none", "the only thread that could finish them is decoding."),
        .wrong("three", "their data has arrived, but the thread that handles it is busy."),
        .wrong("one", "no other thread can finish a download."),
      ]),
  ])
