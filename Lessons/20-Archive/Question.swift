import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "Three downloads are stored as the library did it: one has finished, one runs, one waits. How many of them "
      + "download after they have been restored?",
    [
      .wrong("one, which had not begun", "the state is not restored, so the other two are new as well."),
      .wrong("two, which had not finished", "the state in the file is not read, so all are treated alike."),
      .right("all three", "no state is restored, so the finished one is new, too, and runs again."),
    ]),
  before: [
    3: Question(
      "Four downloads run one at a time. One that fails suspends the queue, and then finishes. The third one fails. What "
        + "happens to the fourth?",
      [
        .wrong("It is started, and fails as well", "the queue is suspended before the third one finishes."),
        .right("It waits", "a queue that is suspended before the third one finishes starts nothing."),
        .wrong("It is cancelled", "a waiting download can still run when the connection is back."),
      ]),
    4: Question(
      "Photos 1 and 2 had arrived, 3 was interrupted, 4 had not begun. How often was each requested in the end?",
      [
        .wrong("once each", "3 was requested, lost, and requested again."),
        .wrong("twice each", "1 and 2 were done, and 4 had not been requested before."),
        .right("once, and the third one twice", "3 was interrupted, and had to be requested again."),
      ]),
  ])
