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
      "A photo's operation is in a suspended queue and has not been started. You call cancel(). What happens?",
      [
        .right(
          "The operation finishes, without having been started",
          "cancel() posts cancelOperation to the network thread, which does not check the queue."),
        .wrong("The flag is set, and the operation finishes after start()", "the repaired class does that."),
        .wrong("nothing, because the queue is suspended", "cancel() does not go through the queue."),
      ])
  ])
