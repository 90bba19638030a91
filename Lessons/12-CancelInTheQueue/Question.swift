import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "B depends on A. Both are in a suspended queue, and you cancel A. When is B ready?",
    [
      .wrong("at once", "B waits for isFinished of A, not for isCancelled."),
      .right(
        "when A has been started and has finished",
        "a dependency is satisfied when it has finished, and a cancelled operation finishes when it is started."
      ),
      .wrong(
        "never: A did not do its work",
        "when the queue is resumed, A is started and finishes without its work."
      ),
    ]),
  before: [
    1: Question(
      "You cancel an operation that is in no queue. When does it finish?",
      [
        .wrong("at once", "cancel() sets a flag; it does not finish the operation."),
        .right("when it is started", "start() finishes a cancelled operation without running its task."),
        .wrong("never", "you can call start(), which finishes it."),
      ]),
    2: Question(
      "first runs, and second waits for it. You cancel second. When does second finish?",
      [
        .wrong("when first has finished", "a cancelled operation does not wait for its dependencies."),
        .wrong(
          "never, because it did not run", "the queue starts it, and start() finishes it without its task."),
        .right(
          "before first has finished", "a cancelled operation is ready at once, and start() finishes it."),
      ]),
    4: Question(
      "Your start() returns when isCancelled is true, and announces nothing. What happens to the dependents?",
      [
        .right("They wait forever", "they wait for an isFinished that is never announced."),
        .wrong(
          "They run, because it is cancelled", "they wait for isFinished, not for isCancelled."),
        .wrong("They are cancelled too", "cancelling an operation does not cancel its dependents."),
      ]),
    5: Question(
      "The repaired download is cancelled and finishes without data. resize depends on it. What does resize do?",
      [
        .wrong("It is cancelled as well", "cancelling does not reach dependents; resize has to check."),
        .right(
          "It runs, and finds nothing to resize",
          "its dependency has finished, and resize reads its isCancelled."),
        .wrong("It waits forever", "download has announced isFinished."),
      ]),
  ])
