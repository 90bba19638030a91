import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "An operation checks isCancelled once a page, after every 5 lines. It is cancelled in line 12. How many lines does it read?",
  [
    .wrong("12: cancelling stops it", "cancel() sets a flag; the thread that reads is not stopped by it."),
    .right(
      "15: to the end of the page",
      "no thread is interrupted, and the next check comes when the page is done."),
    .wrong("all 50: it has begun", "it has begun, and it checks the flag after each page."),
  ])
