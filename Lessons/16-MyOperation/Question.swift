import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "The task takes half a second. cancel() is called at its beginning. What happens?",
  [
    .wrong("the task stops at once", "cancel() does not even set the flag: it waits for a lock."),
    .wrong(
      "it stops at its next check of isCancelled",
      "the flag is still false then, because cancel() waits for the lock that the task holds."),
    .right(
      "cancel() waits, and does nothing",
      "the task holds the lock that cancel() needs, and then there is nothing left to cancel."),
  ])
