import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "You add an operation to a queue. Its isConcurrent says false. Where does its main run?",
  [
    .wrong(
      "On the thread that added it",
      "addOperation only hands it over; the thread that adds it goes on at once."),
    .right(
      "On a thread of the queue",
      "a queue ignores isConcurrent, which only concerns those who call start() by hand."),
    .wrong("Nowhere, until isConcurrent is true", "isConcurrent is not a condition of a queue."),
  ])
