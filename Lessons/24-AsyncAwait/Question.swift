import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A block operation starts a Task that waits for a second. When is the operation finished?",
    [
      .wrong(
        "when the task is done",
        "the operation does not know the task; it has finished when its block has returned."),
      .right(
        "at once, and the task continues alone",
        "the block has returned, and the operation does not know the task."),
      .wrong("never", "the block returns, so the operation finishes."),
    ]),
  before: [
    2: Question(
      "start() begins a task, and the task waits for a gate. When does start() return?",
      [
        .wrong(
          "when the task has returned", "the operation finishes then; start() has returned long before."),
        .right("before the gate opens", "start() creates the task and does not wait for it."),
        .wrong("never", "start() does not wait for the task."),
      ]),
    3: Question(
      "An operation has finished with the value 42. A task awaits the value only now. What is the result?",
      [
        .wrong(
          "none: isFinished was announced earlier",
          "the value is stored with the state, and the bridge reads the present state too."),
        .wrong("an error", "the task of the operation returned a value."),
        .right("42, at once", "the operation has finished, so there is nothing to wait for."),
      ]),
    4: Question(
      "A task awaits an operation that has not begun. You cancel the task. What happens to the operation?",
      [
        .right(
          "It is cancelled, and finishes without its block", "the bridge calls cancel() of the operation."),
        .wrong("It runs, and its result is ignored", "the bridge passes cancellation on to it."),
        .wrong("nothing: they are independent", "the bridge connects the two for this purpose."),
      ]),
  ])
