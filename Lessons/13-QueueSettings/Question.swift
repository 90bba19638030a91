import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "Two operations are in the queue, then a barrier is added, then two more; the limit is 2. What runs "
      + "together with the barrier?",
    [
      .wrong("one of the first two", "the barrier waits until both have finished."),
      .wrong("one of the last two", "they wait until the barrier has finished."),
      .right(
        "nothing",
        "a barrier waits for everything before it, and everything after it waits for the barrier."),
    ]),
  before: [
    3: Question(
      "A queue with a total of 4 has run four operations and a barrier. How many units has its progress "
        + "counted?",
      [
        .right("4", "each operation is one unit, and a barrier is not an operation."),
        .wrong("5", "a barrier is not an operation, and has no unit."),
        .wrong("none, because no unit was reported", "the queue reports for its operations."),
      ]),
    4: Question(
      "The main thread adds an operation to the main queue, and continues with its work. When does the "
        + "operation run?",
      [
        .wrong("at once, in addOperation", "addOperation never runs an operation."),
        .right(
          "when the main thread is back in its run loop", "the main queue is served between other events."),
        .wrong(
          "at the same time, on a worker",
          "the operations of the main queue run on the main thread alone."),
      ]),
    5: Question(
      "You set underlyingQueue while the queue has operations. What happens?",
      [
        .wrong("The next operation runs on the new queue", "the queue refuses the change."),
        .wrong("Its operations move to the new queue", "an operation stays where it was added."),
        .right("The change is refused", "it is allowed only while the queue is empty."),
      ]),
    6: Question(
      "A block operation has three blocks, and its queue has the limit 1. How many blocks run at the same "
        + "time?",
      [
        .wrong("one", "the limit of 1 lets one operation run; its blocks are not counted."),
        .right("three", "a limit counts operations, and each block has a thread of its own."),
        .wrong("as many as there are cores", "each block has a thread, whatever the number of cores."),
      ]),
  ])
