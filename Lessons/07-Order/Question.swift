import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "Waiting: first, second, urgent, third. urgent has the highest priority but depends on second, third is raised to "
    + "high. One runs at a time. Who begins?",
  [
    .wrong("first", "first is the oldest, and age decides only between equal priorities."),
    .wrong("urgent", "priority chooses among those that are ready, and urgent waits for second."),
    .right("third", "the most urgent of those that are ready begins, and urgent is not ready."),
  ])
