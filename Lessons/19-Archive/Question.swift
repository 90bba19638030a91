import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "AFNetworking archives three downloads: one has finished, one runs, one waits. Restored, how many run?",
    [
      .wrong(
        "one, the one that waited",
        "the state is not archived, so those that ran or had finished are new as well."),
      .wrong("two, those that had not finished", "nothing in the file says which of them had finished."),
      .right("all three", "their states did not survive, and a finished one comes back as a new one."),
    ]),
  before: [
    1: Question(
      "An operation of AFNetworking is archived while it downloads. What happens to the download?",
      [
        .wrong("nothing: archiving only reads", "as written, the method that archives pauses it first."),
        .wrong("It is cancelled", "it is paused, and a pause can be taken back."),
        .right(
          "It is paused, and is not resumed", "the method that archives it pauses it, and no line resumes it."
        ),
      ]),
    3: Question(
      "The third of four downloads loses its connection; they run one at a time. What happens to the fourth?",
      [
        .wrong("It is started, and fails as well", "the queue is suspended before the third one ends."),
        .right("It waits", "the queue is suspended before the third one ends, so it starts nothing."),
        .wrong("It is cancelled", "what waits can still be done when the connection is back."),
      ]),
    4: Question(
      "1 and 2 are loaded, 3 was interrupted, 4 waits. What goes into the file?",
      [
        .right("3 and 4", "what is not done goes into the file."),
        .wrong("4 alone", "3 was interrupted, and so it is not done either."),
        .wrong("all four, with their states", "what is done need not come back."),
      ]),
    5: Question(
      "The connection is back. How often was each picture asked for in total?",
      [
        .wrong("once each", "3 was asked for, lost, and asked for again."),
        .wrong("twice each", "1 and 2 were done, and 4 had not been asked for before."),
        .right("once, and the third one twice", "3 was interrupted, and had to be asked for again."),
      ]),
  ])
