import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A queue has the limit 1. You add one block operation with three blocks, one for each size of a photo. How many "
      + "uploads does the server see at once?",
    [
      .wrong("one", "the limit lets one operation run; its blocks are not counted."),
      .right("three", "a limit counts operations, and the blocks of one operation may run at the same time."),
      .wrong("as many as there are cores", "the three are three, whatever the number of cores."),
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
  ])
