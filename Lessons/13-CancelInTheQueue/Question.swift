import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "B depends on A. Both are in a suspended queue, and A is cancelled. When is B ready?",
    [
      .wrong("at once", "isCancelled is not isFinished, and B waits for isFinished."),
      .right(
        "when A has been started and has finished",
        "a dependency counts when it has finished, and only a start finishes a cancelled one."),
      .wrong(
        "never: A did not do its work",
        "when the queue is resumed, A is started and finishes without its work."
      ),
    ]),
  before: [
    1: Question(
      "An operation that is in no queue is cancelled. When does it finish?",
      [
        .wrong("at once", "cancel() sets a flag; it ends nothing."),
        .right("when it is started", "a start after a cancel finishes the operation without its task."),
        .wrong("never", "you can start it, and the start finishes it."),
      ]),
    2: Question(
      "first runs, and second waits for it. second is cancelled. When does second finish?",
      [
        .wrong("when first has finished", "a cancelled operation does not wait for its dependencies."),
        .wrong("never, because it did not run", "its start finishes it without its task."),
        .right(
          "before first has finished", "a cancelled operation is ready at once, and its start finishes it."),
      ]),
    4: Question(
      "A start() of your own returns when isCancelled is true, and announces nothing. What comes of those that depend on it?",
      [
        .right("They wait forever", "they wait for an isFinished that is never announced."),
        .wrong(
          "They run, because it is cancelled", "they wait for isFinished, and isCancelled is another key."),
        .wrong("They are cancelled too", "a cancel is not passed on."),
      ]),
    5: Question(
      "Repaired, download is cancelled and finishes without data. What does resize do, which depends on it?",
      [
        .wrong("It is cancelled as well", "a cancel is not passed on; resize has to ask."),
        .right(
          "It runs, and finds that there is nothing to resize",
          "its dependency has finished, and it checks isCancelled of it."),
        .wrong("It waits forever", "download has announced its end."),
      ]),
  ])
