import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "An operation begins its download in main, and main returns at once. When has the operation finished?",
    [
      .right("when main returns", "a plain operation ends where main returns, whatever it has begun there."),
      .wrong("when the data is there", "no part of the framework knows that data is expected."),
      .wrong(
        "never, because its end is not announced",
        "a plain operation is finished by the return of main; no announcement of yours is needed."),
    ]),
  before: [
    2: Question(
      "TestOperationTwo has its data and sleeps for four seconds before it ends. When does TestOperation begin?",
      [
        .wrong("when the data is there", "a dependent waits for the end, and the data is not the end."),
        .right("after the sleep", "a dependency counts when it has finished."),
        .wrong("at once, beside it", "it depends on TestOperationTwo."),
      ]),
    3: Question(
      "As written, an operation is cancelled while its download runs. What happens to the download?",
      [
        .right(
          "It continues until all its data is there",
          "cancel is not overridden, so only the flag changes (T15)."),
        .wrong("Its connection is closed", "no line of the class stops the transfer."),
        .wrong(
          "It continues, but the operation finishes at once",
          "the operation finishes in the callback, and that comes with the data."),
      ]),
    4: Question(
      "As written, the callback comes twice: a timeout, and then the data. How often is isFinished announced?",
      [
        .wrong("once: it is a single shot", "the setter announces each time, whatever the value was."),
        .wrong("not at all", "each callback sets finished, and the setter announces."),
        .right("twice", "no line checks whether the operation has finished already (T15)."),
      ]),
    5: Question(
      "Repaired, the operation is cancelled while the server holds its answer back. What does the server see?",
      [
        .wrong("nothing, until it answers", "the repaired class stops the transfer when it is cancelled."),
        .right("the client hangs up", "cancel() stops the transfer, and the operation ends at once."),
        .wrong("a second request", "a cancelled download is not tried again."),
      ]),
  ])
