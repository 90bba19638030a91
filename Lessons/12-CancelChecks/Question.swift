import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "An operation checks isCancelled after each stage of 10 000 iterations. It is cancelled after 2 500 iterations of the second stage. What happens?",
  [
    .wrong("it stops at once", "no thread is stopped by a cancel; it has to check the flag."),
    .right(
      "it works for 7 500 more iterations, then it stops",
      "cancel only sets a flag, and the next check comes when the stage is over."),
    .wrong("it works on to the end of the third", "the check behind the second stage finds the flag set."),
  ])
