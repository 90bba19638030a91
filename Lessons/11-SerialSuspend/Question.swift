import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "The queue is suspended while Thread 1 counts. What is printed until it is resumed?",
    [
      .wrong("Thread 1 stops where it is", "suspending a queue does not touch what it has started."),
      .right(
        "Thread 1 continues to 9999, no other begins",
        "what runs has left the queue's hands, and what waits has not."),
      .wrong(
        "all three count to 9999", "a suspended queue starts no operation, so Threads 2 and 3 do not begin."),
    ]),
  before: [
    2: Question(
      "Thread 1 ends while the queue is suspended, and its slot is free. When does Thread 2 begin?",
      [
        .wrong("at once, because the slot is free", "a suspended queue gives no slot away."),
        .wrong(
          "never: its turn came while the queue was suspended",
          "it stays in the queue, which looks for the next one when it is resumed."),
        .right(
          "when the queue is resumed", "the queue gives the slot away then, and Thread 2 is the oldest."),
      ])
  ])
