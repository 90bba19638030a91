import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "A download has finished. Its start() is called once more. What happens?",
  [
    .wrong(
      "It downloads again",
      "the download would have to leave its finished state, and no way leads out of that."),
    .right("Nothing at all", "an operation is a single shot, and a start after its end returns at once."),
    .wrong(
      "The program ends with an error",
      "a start after the end is allowed and does nothing; only a start too early is refused."),
  ])
