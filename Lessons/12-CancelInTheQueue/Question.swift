import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "download waits in a suspended queue, and close depends on it. You cancel download. When is close ready?",
    [
      .wrong("at once", "close waits for isFinished of download, and cancel() does not set that."),
      .right(
        "when the queue is resumed",
        "the queue then starts download, and start() finishes it without running it."),
      .wrong("never: download did not do its work", "a dependency has to finish; it need not succeed."),
    ]),
  before: [
    2: Question(
      "Three downloads wait in a suspended queue. You call cancelAllOperations(). How many are left in the queue?",
      [
        .wrong("none", "cancelling sets a flag; an operation leaves its queue when it has finished."),
        .right("three", "only start() finishes them, and a suspended queue starts nothing."),
        .wrong("one, which the queue starts first", "the limit plays no part: nothing is started."),
      ]),
    3: Question(
      "download runs, and save waits for it. You cancel save. When does save finish?",
      [
        .wrong("when download has finished", "a cancelled operation does not wait for its dependencies."),
        .wrong("never, because it did not run", "the queue starts it, and start() finishes it."),
        .right("before download has finished", "cancelled, it is ready at once, so the queue starts it."),
      ]),
    4: Question(
      "You cancel an operation that is in no queue. When does it finish?",
      [
        .wrong("at once", "cancel() sets a flag; it does not finish the operation."),
        .right("when it is started", "start() finishes a cancelled operation without running its task."),
        .wrong("never", "you can call start(), which finishes it."),
      ]),
  ])
