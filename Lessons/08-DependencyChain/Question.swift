import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A download runs. Its class overrides start(), isExecuting and isFinished, but not cancel(). You cancel it. What "
      + "happens to the download?",
    [
      .wrong("It stops, and its connection is closed", "nothing in the class stops the transfer."),
      .wrong(
        "It goes on, although its operation finishes at once",
        "the operation finishes in the callback, which is called when the data is there."),
      .right("It goes on to the last byte", "cancel() is inherited, and the inherited one sets a flag."),
    ]),
  before: [
    2: Question(
      "Now cancel() stops the transfer and finishes the operation. How often does the operation finish?",
      [
        .wrong("once", "the stopped transfer calls its callback too, with an error."),
        .right("twice", "once in cancel(), and once in the callback of the stopped transfer."),
        .wrong(
          "never: a stopped transfer does not call back", "it does, and cancel() has finished it already."),
      ])
  ])
