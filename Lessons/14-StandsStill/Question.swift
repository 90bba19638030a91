import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "resize depends on download. You add resize to a queue, and forget download. What happens?",
    [
      .wrong(
        "addOperation adds download, too",
        "addDependency only says which operation waits; a queue has only the operations that you add."),
      .right(
        "nothing, and no error",
        "resize is not ready, and to have an unfinished dependency is legal, even one in no queue."),
      .wrong("resize runs, because download is in no queue", "a dependency counts wherever it is."),
    ]),
  before: [
    5: Question(
      "A request was started ten minutes ago, no thread works for it, and it has not finished. What do you "
        + "look for?",
      [
        .wrong("a deadlock between two locks", "then a thread would be waiting for a lock."),
        .right(
          "a path on which the callback is not called",
          "the operation waits for a call, and not for a thread."),
        .wrong("a dependency", "a started operation waits for no dependency any more."),
      ]),
    6: Question(
      "An operation in a queue with one slot adds a second one to the same queue and waits for it. What "
        + "happens?",
      [
        .right(
          "Both wait forever",
          "the first one keeps the slot while it waits, and the second one needs it."),
        .wrong("The second runs first", "it would need a slot, and the only one is taken."),
        .wrong("The queue lends it a second slot", "the limit is 1."),
      ]),
    8: Question(
      "On Foundation there is no report. Which of these cannot be told from the properties of the operations "
        + "and of the queue?",
      [
        .wrong(
          "the dependency that was never added",
          "isReady is false and dependencies shows an unfinished one."),
        .wrong("the forgotten suspension", "isSuspended of the queue is true."),
        .right(
          "the wait inside an operation",
          "the operation is executing, like one that works; only its stack shows the wait."),
      ]),
  ])
