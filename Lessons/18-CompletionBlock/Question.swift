import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "The completion block loops on the main thread. cancel() is scheduled on that thread after 3 s. What happens then?",
    [
      .right("cancel() is not called", "the loop runs on the thread that would have to call it."),
      .wrong(
        "cancel() is called, and the loop stops",
        "the call waits in the main queue until the loop returns, which it never does."),
      .wrong(
        "cancel() is called, and the loop continues",
        "the main thread would have to leave the loop to make the call."),
    ]),
  before: [
    2: Question(
      "You cancel a plain operation and start it, and it finishes. Does its completion block run?",
      [
        .wrong(
          "no, because it was cancelled", "the block runs when the operation has finished, for any reason."),
        .wrong("only if its task had begun", "the block also runs if the task never began."),
        .right("yes", "the completion block runs when an operation has finished, cancelled or not."),
      ]),
    3: Question(
      "A completion block retains its operation, and has run. Is the operation released?",
      [
        .right("yes", "the block is released before it runs, so the cycle is gone."),
        .wrong("no: they retain each other", "the operation releases its block before the block runs."),
        .wrong(
          "only if the block refers to it weakly", "that matters only for an operation that never starts."),
      ]),
    4: Question(
      "Two operations share a group. One has finished and its block has run. The other has not. Is the first one released?",
      [
        .wrong("yes, since its block has run", "the code that releases the block waits for the whole group."),
        .right(
          "not before the other's block has run", "the block is released when the group is empty (T13)."),
        .wrong("never", "it is released when the group is empty."),
      ]),
  ])
