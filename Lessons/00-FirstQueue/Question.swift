import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "Three downloads are in a queue with a limit of two. The server holds its answers back. How many requests arrive?",
  [
    .wrong("one", "a limit of two lets two operations run at the same time."),
    .right("two", "the queue starts two operations, and the third one waits until one of them has finished."),
    .wrong("three", "the limit holds the third one back, although it is ready."),
  ])
