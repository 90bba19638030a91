import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "The completion block loops on the main thread; a cancel is due there after 3 s. What happens then?",
    [
      .right("cancel is not called", "the loop is on the thread that would have to call it."),
      .wrong(
        "cancel is called, and the loop ends",
        "the call stands in the main queue, behind the loop that does not end."),
      .wrong(
        "cancel is called, and the loop continues",
        "for that the main thread would have to leave the loop to make the call."),
    ]),
  before: [
    2: Question(
      "A plain operation is cancelled, started, and finishes. Does its completion block run?",
      [
        .wrong("no, because it was cancelled", "the block belongs to the end, whatever led to it."),
        .wrong("only if its task had begun", "the block runs after every end."),
        .right("yes", "the completion block runs when an operation has finished, cancelled or not."),
      ]),
    3: Question(
      "A completion block holds its operation. Now it has run. Is the operation freed?",
      [
        .right("yes", "the block is released before it runs, so the cycle is gone."),
        .wrong("no: they hold each other", "the operation gives its block away before the block runs."),
        .wrong("only if the block holds it weakly", "that matters for an operation that never starts."),
      ]),
    4: Question(
      "Two operations share a group. One has ended and its block has run. The other has not. Is the first one freed?",
      [
        .wrong("yes, since its block has run", "what releases the block waits for the whole group."),
        .right(
          "not before the other's block has run", "the block is released when the group is empty (T13)."),
        .wrong("never", "it is freed when the group is empty."),
      ]),
  ])
