import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "B depends on A. Both are in a suspended queue, and A is cancelled. When is B ready?",
  [
    .wrong("at once", "isCancelled is not isFinished, and B waits for isFinished."),
    .right(
      "when A has been started and has finished",
      "a dependency counts when it has finished, and only a start finishes a cancelled one."),
    .wrong(
      "never: A did not do its work", "when the queue is resumed, A is started and finishes without its work."
    ),
  ])
