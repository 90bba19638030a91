import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A completion block draws fifty previews on the main thread, which takes five seconds. After three, the user taps "
      + "Cancel, which calls cancel() on the download. What happens?",
    [
      .wrong("the loop stops at once", "cancel() sets a flag; it stops no code that runs."),
      .wrong(
        "cancel() is called after three seconds, and has no effect on the loop",
        "the call has to wait for the main thread, which is in the loop."),
      .right(
        "cancel() is called after the loop, and has no effect",
        "the main thread is busy until then, and the download finished five seconds ago."),
    ]),
  before: [
    2: Question(
      "A plain download is cancelled before it starts. Is its completion block called?",
      [
        .wrong("no, because it was cancelled", "the block reports that it has finished, for any reason."),
        .wrong("only if its task had begun", "the block is also called if the task never began."),
        .right(
          "yes, when it has finished", "its queue starts it, it finishes at once, and the block is called."),
      ]),
    3: Question(
      "A completion block refers to its own download, and has been called. Is the download released?",
      [
        .right("yes", "the operation sets completionBlock to nil when it calls it, and the cycle is cut."),
        .wrong("no: they retain each other", "they did, until the operation had called its block."),
        .wrong("only with [weak download]", "that matters for an operation that never starts."),
      ]),
    4: Question(
      "AFNetworking releases a block when the group of all blocks is empty. One photo is done, another is not. What is "
        + "in memory?",
      [
        .wrong(
          "only the one that is not done", "the block of the other one is released only with the group."),
        .right("both", "the finished photo waits for the group, in which the other one still counts."),
        .wrong("both, forever", "when the last block has been called, the group is empty."),
      ]),
  ])
