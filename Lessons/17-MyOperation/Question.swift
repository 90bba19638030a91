import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "The task takes half a second. You call cancel() on the main thread when it has just begun. What happens?",
    [
      .wrong("the task stops at once", "cancel() does not even set the flag: it waits for a lock."),
      .wrong(
        "it stops at its next check of isCancelled",
        "the flag is still false then, because cancel() waits for the lock that the task holds."),
      .right(
        "the app freezes for half a second",
        "cancel() waits for the lock that is held during the task, and then has no effect."),
    ]),
  before: [
    4: Question(
      "It is in a suspended queue and has not been started. What does this cancel() do?",
      [
        .right(
          "It finishes the operation, which was never started",
          "cancel() posts cancelOperation to the network thread, which does not ask the queue."),
        .wrong("It sets the flag, and start() finishes it", "that is what the repaired class does."),
        .wrong("nothing, because the queue is suspended", "cancel() does not go through the queue."),
      ])
  ])
