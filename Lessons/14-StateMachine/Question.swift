import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "A ready operation that was not cancelled is told: your status is finished. What happens?",
  [
    .wrong(
      "it finishes without running", "the table allows ready to finished only for a cancelled operation."),
    .right(
      "nothing at all, and the caller is not told",
      "the setter returns at once, and a setter has no way to say no."),
    .wrong(
      "the program ends with an error", "the setter returns without an error, an exception or a message."),
  ])
