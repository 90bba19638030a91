import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "An operation begins its download in main, and main returns at once. When has the operation finished?",
    [
      .right(
        "when main returns",
        "a plain operation has finished when main returns, even if main has begun other work."),
      .wrong("when the data arrives", "no part of the framework knows that data is expected."),
      .wrong(
        "never, because isFinished is not announced",
        "the framework announces isFinished when main returns."),
    ]),
  before: [
    2: Question(
      "TestOperationTwo has its data and sleeps for four seconds before it finishes. When does TestOperation begin?",
      [
        .wrong(
          "when the data arrives", "a dependent waits until TestOperationTwo has finished, not for its data."),
        .right("after the sleep", "a dependency is satisfied when it has finished."),
        .wrong("at once, at the same time", "it depends on TestOperationTwo."),
      ]),
    3: Question(
      "You cancel an operation as written, while its download runs. What happens to the download?",
      [
        .right(
          "It continues until all its data has arrived",
          "cancel is not overridden, so only the flag changes (T15)."),
        .wrong("Its connection is closed", "nothing in the class stops the transfer."),
        .wrong(
          "It continues, but the operation finishes at once",
          "the operation finishes in the callback, which is called with the data."),
      ]),
    4: Question(
      "The callback of an operation as written is called twice: a timeout, and then the data. How often is isFinished announced?",
      [
        .wrong(
          "once: an operation runs once",
          "the setter announces in every call, even if the value does not change."),
        .wrong("not at all", "each callback sets finished, and the setter announces."),
        .right("twice", "the class does not check whether the operation has already finished (T15)."),
      ]),
    5: Question(
      "You cancel the repaired operation while the server delays its answer. What does the server see?",
      [
        .wrong("nothing, until it answers", "the repaired class stops the transfer when it is cancelled."),
        .right("the client hangs up", "cancel() stops the transfer, and the operation finishes at once."),
        .wrong("a second request", "a cancelled download is not tried again."),
      ]),
  ])
