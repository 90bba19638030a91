import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A download has finished. You call its start() once more. What happens?",
    [
      .wrong(
        "It downloads again",
        "a finished operation never leaves that state."),
      .right("Nothing at all", "an operation runs once, and start() on a finished one returns at once."),
      .wrong(
        "The program ends with an error",
        "start() on a finished operation is allowed and does nothing; calling it too early is refused."),
    ]),
  before: [
    1: Question(
      "You have created an operation, and done nothing else. Which state does it report?",
      [
        .right("It is ready", "a new operation has no dependency to wait for."),
        .wrong("It is executing", "no thread has started it."),
        .wrong(
          "Nothing yet: it is in no queue", "the state belongs to the operation; a queue only reads it."),
      ]),
    2: Question(
      "download depends on login, which has not run. You call download.start(). What happens?",
      [
        .wrong("start() waits for login", "a queue waits for dependencies; start() does not."),
        .right(
          "It is refused, and nothing runs",
          "calling start() before isReady is true is a mistake of the caller."),
        .wrong("It runs all the same", "start() checks isReady, and refuses to run."),
      ]),
    3: Question(
      "You call download.start() on the main thread. On which thread does the task run?",
      [
        .wrong("On its own thread", "only a queue or an overridden start() would provide one."),
        .wrong(
          "On a thread of the framework", "only queues have threads, and download is in no queue."),
        .right("On the main thread", "start() calls main() directly, and returns after it."),
      ]),
    5: Question(
      "You start an object of MiniOperation itself, not of a subclass. What happens?",
      [
        .right(
          "It finishes at once",
          "its main() does nothing, and the operation has finished when main() returns."),
        .wrong("It is refused, because it has no task", "an empty main() is a task like any other."),
        .wrong("It executes forever", "when main() has returned, the operation has finished."),
      ]),
  ])
