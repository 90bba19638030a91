import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "AFNetworking archives three downloads: one has finished, one runs, one waits. Restored, how many run?",
  [
    .wrong(
      "one, the one that waited",
      "the state is not archived, so those that ran or had finished are new as well."),
    .wrong("two, those that had not finished", "nothing in the file says which of them had finished."),
    .right("all three", "their states did not survive, and a finished one comes back as a new one."),
  ])
