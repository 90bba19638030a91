import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "A block operation starts a Task that waits for a second. When is the operation finished?",
  [
    .wrong("when the task is done", "the operation does not know the task; it ends where its block returns."),
    .right(
      "at once, the task goes on alone", "the block has returned, and the operation knows nothing of a task."),
    .wrong("never", "the block does return, so the operation does finish."),
  ])
