import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "You suspend the queue while Thread 1 counts. What is printed until you resume it?",
    [
      .wrong("Thread 1 stops where it is", "suspending a queue does not affect a running operation."),
      .right(
        "Thread 1 continues to 9999, and no other begins",
        "the queue only decides what starts next; Thread 1 has already started."),
      .wrong(
        "all three count to 9999", "a suspended queue starts no operation, so Threads 2 and 3 do not begin."),
    ]),
  before: [
    2: Question(
      "Thread 1 finishes while the queue is suspended, so its slot is free. When does Thread 2 begin?",
      [
        .wrong("at once, because the slot is free", "a suspended queue assigns no slot."),
        .wrong(
          "never: the slot was freed while the queue was suspended",
          "it stays in the queue, which chooses the next operation when it is resumed."),
        .right(
          "when the queue is resumed", "the queue then assigns the slot, and Thread 2 is the oldest."),
      ])
  ])
