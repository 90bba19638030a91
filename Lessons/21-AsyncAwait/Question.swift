import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "A block operation starts a Task that waits for a second. When is the operation finished?",
    [
      .wrong(
        "when the task is done", "the operation does not know the task; it ends where its block returns."),
      .right(
        "at once, the task continues alone",
        "the block has returned, and the operation knows nothing of a task."),
      .wrong("never", "the block does return, so the operation does finish."),
    ]),
  before: [
    2: Question(
      "start() begins a task, and the task waits at a gate. When does start() return?",
      [
        .wrong("when the task has ended", "the operation ends then; start() has returned long before."),
        .right("before the gate opens", "a task is no thread, and start() does not wait for it."),
        .wrong("never", "start() does not wait for the task."),
      ]),
    3: Question(
      "An operation has finished with the value 42. A task awaits the value only now. What does it get?",
      [
        .wrong(
          "nothing: the end was announced before",
          "the value is kept with the state, and the end is not missed."),
        .wrong("an error", "the task of the operation ended with a value."),
        .right("42, at once", "the operation has finished, so there is nothing to wait for."),
      ]),
    4: Question(
      "A task awaits an operation that has not begun. The task is cancelled. What happens to the operation?",
      [
        .right("It is cancelled, and ends without its block", "the bridge passes the cancel on."),
        .wrong("It runs, and its end is ignored", "the bridge passes the cancel on to it."),
        .wrong("nothing: they are two different things", "the bridge connects them for this."),
      ]),
  ])
