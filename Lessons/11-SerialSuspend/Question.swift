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
    ]))
