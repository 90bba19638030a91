import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A queue sends one photo at a time. owl is waiting between two tries, and fox is the next photo. When is fox sent?",
    [
      .wrong("at once", "the upload of owl has not finished, so it has the only slot."),
      .right(
        "when owl has succeeded or given up",
        "an operation keeps its slot until it has finished, even if it does nothing."),
      .wrong("at the next try of owl", "the slot stays with the same operation."),
    ]),
  before: [
    3: Question(
      "Version 2 of a photo depends on the retry of version 1, which waits for its next try. May it be sent now?",
      [
        .wrong("yes, no attempt runs", "it depends on the retry, and not on an attempt."),
        .right("no", "the retry has not finished, and version 2 is not ready."),
        .wrong("yes, if it has a higher priority", "priority does not count before it is ready."),
      ]),
    4: Question(
      "An upload may take ten seconds. It waits half a minute for its slot. When does its time begin?",
      [
        .wrong("when it is added", "then it would be cancelled without having begun."),
        .wrong(
          "when its timeout is started",
          "the timeout is in another queue, and is started at once; that is why it watches isExecuting."),
        .right("when it begins", "the timeout waits for isExecuting before it looks at the time."),
      ]),
  ])
