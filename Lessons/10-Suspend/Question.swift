import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "A suspended queue holds three operations. All three are cancelled. How many does it hold then?",
  [
    .wrong(
      "none: cancelled is over",
      "cancelled is not finished: an operation leaves its queue when it has finished."),
    .right(
      "three, until it is resumed",
      "a cancelled operation ends when it is started, and a suspended queue starts nothing."),
    .wrong("three, for ever", "after the resumption each of them is started and finishes at once."),
  ])
