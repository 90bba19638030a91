import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A queue has the limit 1. You add one block operation with three blocks, one for each size of a photo. How many "
      + "uploads does the server see at once?",
    [
      .wrong("one", "the limit lets one operation run; its blocks are not counted."),
      .right("three", "a limit counts operations, and each block has a thread of its own."),
      .wrong("as many as there are cores", "each block has a thread, whatever the number of cores."),
    ]),
  before: [
    2: Question(
      "Two loads are in the queue, then a barrier is added, then two pages; the limit is 2. What runs together with "
        + "the barrier?",
      [
        .wrong("one of the loads", "the barrier waits until both have finished."),
        .wrong("one of the pages", "they wait until the barrier has finished."),
        .right(
          "nothing",
          "a barrier waits for everything before it, and everything after it waits for the barrier."),
      ]),
    4: Question(
      "The main thread adds an operation to the main queue, and continues. When does the operation run?",
      [
        .wrong("at once, in addOperation", "addOperation never runs an operation."),
        .right(
          "when the main thread is back in its run loop", "the main queue is served between other events."),
        .wrong("at the same time, on a worker", "operations of the main queue run on the main thread alone."),
      ]),
    5: Question(
      "You set underlyingQueue while the queue has operations. What happens?",
      [
        .wrong("The next operation runs on the new queue", "the queue refuses the change."),
        .wrong("Its operations move to the new queue", "an operation stays where it was added."),
        .right("The change is refused", "it is allowed only while the queue is empty."),
      ]),
  ])
