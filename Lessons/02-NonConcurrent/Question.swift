import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "The work of an operation throws an error, and main catches it. What does a dependent do?",
  [
    .wrong("It never runs", "a dependent waits for isFinished and for nothing else, and that was announced."),
    .wrong("It is cancelled", "cancelling is not passed on to dependents, and an error is not a cancel."),
    .right("It runs as after a success", "a dependency is met when it has finished, for whatever reason."),
  ])
