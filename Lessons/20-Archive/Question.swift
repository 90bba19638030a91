import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "AFNetworking archives three downloads: one has finished, one runs, one waits. How many run after they are restored?",
    [
      .wrong(
        "one, the one that waited",
        "the state is not restored, so the other two are new operations as well."),
      .wrong(
        "two, those that had not finished", "the state in the file is not read, so all are treated alike."),
      .right("all three", "their states are not restored, so the finished one is a new operation too."),
    ]),
  before: [
    1: Question(
      "You archive an operation of AFNetworking while it downloads. What happens to the download?",
      [
        .wrong("nothing: archiving only reads", "as written, the method that archives pauses it first."),
        .wrong("It is cancelled", "it is paused, and a paused download could be resumed."),
        .right(
          "It is paused, and is not resumed", "the method that archives it pauses it, and no code resumes it."
        ),
      ]),
    3: Question(
      "Four downloads run one at a time. The third loses its connection. What happens to the fourth?",
      [
        .wrong("It is started, and fails as well", "the queue is suspended before the third one finishes."),
        .right("It waits", "a queue that is suspended before the third one finishes starts nothing."),
        .wrong("It is cancelled", "a waiting download can still run when the connection is back."),
      ]),
    4: Question(
      "1 and 2 are loaded, 3 was interrupted, 4 waits. Which are written to the file?",
      [
        .right("3 and 4", "the file has the downloads that are not done."),
        .wrong("4 alone", "3 was interrupted, so it is not done either."),
        .wrong("all four, with their states", "1 and 2 are done and need not be restored."),
      ]),
    5: Question(
      "The connection is back. How often was each picture requested in total?",
      [
        .wrong("once each", "3 was requested, lost, and requested again."),
        .wrong("twice each", "1 and 2 were done, and 4 had not been requested before."),
        .right("once, and the third one twice", "3 was interrupted, and had to be requested again."),
      ]),
  ])
