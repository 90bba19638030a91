import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "An operation is done, its isFinished says true, but it announces \"finished\". What does its queue do?",
  [
    .wrong(
      "It goes on: isFinished is true",
      "the value alone reaches no observer: the queue reads it when the right key is announced."),
    .wrong("It notices a little later", "the queue does not poll, so later is no better than now."),
    .right("It waits for ever", "a queue reads isFinished when it hears that name, and it has not heard it."),
  ])
