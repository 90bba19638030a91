import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A block operation starts a task that awaits a download. decode depends on the operation. When does decode run?",
    [
      .wrong("when the task has returned", "the operation does not know the task."),
      .right(
        "at once, without the photo",
        "the block has returned, and with it the operation has finished; the task goes on alone."),
      .wrong("never", "the block returns, so the operation finishes."),
    ]),
  before: [
    3: Question(
      "A task awaits an operation that has not begun. You cancel the task. What does the await do?",
      [
        .wrong("It throws at once", "a cancelled task is not interrupted; it is told."),
        .right(
          "It cancels the operation, and waits until that has finished",
          "the bridge calls cancel(), and the operation finishes when its queue starts it."),
        .wrong("It waits, and the operation runs", "the bridge passes cancellation on to the operation."),
      ]),
    4: Question(
      "An actor downloads a picture that it does not have yet. Two calls ask for it at once. How many downloads?",
      [
        .wrong("one, because an actor runs one call at a time", "while a call awaits, another one runs."),
        .right("two", "the second call runs while the first awaits, and finds no picture either."),
        .wrong("none, the calls deadlock", "an actor never blocks: it runs whichever call can continue."),
      ]),
  ])
