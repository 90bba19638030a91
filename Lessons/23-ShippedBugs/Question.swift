import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A queue calls start() while it holds its lock, and start() acquires the photo's own lock. Is that a bug?",
    [
      .wrong("No: these are two different locks", "two different locks are exactly what a deadlock needs."),
      .wrong(
        "Only if start() never returns", "a start() that returns soon is enough, if it waits for a lock once."
      ),
      .right(
        "Yes, if another thread takes the two locks in the other order",
        "pause() does: it holds the photo's lock and announces to the queue."),
    ]),
  before: [
    2: Question(
      "isReady is announced, but the operation is not ready. What does the old queue's observer do?",
      [
        .wrong("It starts the operation", "it reads isReady once more, and finds false."),
        .wrong("It waits until the operation is ready", "an observer does not wait; it returns."),
        .right("It returns, and leaves the queue locked", "one of its branches has no unlock."),
      ]),
    3: Question(
      "An operation waits for a slot, is cancelled, and finishes. Then a slot becomes free. Who gets it?",
      [
        .wrong("the next operation", "the finished one is still in the list, and it is the next one."),
        .right(
          "the finished operation, and it keeps it",
          "the queue begins to observe isFinished now, after it was announced."),
        .wrong("nobody", "the queue gives it away before it checks whether the operation has finished."),
      ]),
    4: Question(
      "The repaired queue calls start() after unlocking. What can happen between the two?",
      [
        .right(
          "another thread cancels the operation",
          "and start() must cope with that: it checks isCancelled first, under its own lock."),
        .wrong("nothing, the queue has decided", "other threads run between any two steps."),
        .wrong(
          "another thread starts it too", "the queue took it out of its list under the lock, and only once."),
      ]),
  ])
