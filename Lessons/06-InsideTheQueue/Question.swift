import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "The old queue may run eight at a time. Its one thread is busy with the first operation when a second one is "
    + "added. What happens?",
  [
    .wrong(
      "A second thread begins", "it would begin if the first operation had counted as work; it did not."),
    .right(
      "It waits for the first",
      "only operations that no thread had taken counted as work, and there were none."),
    .wrong("The caller runs it", "addOperation never runs an operation on the thread that calls it."),
  ])
