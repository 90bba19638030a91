import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "A download has finished. Its start() is called once more. What happens?",
    [
      .wrong(
        "It downloads again",
        "the download would have to leave its finished state, and no way leads out of that."),
      .right("Nothing at all", "an operation is a single shot, and a start after its end returns at once."),
      .wrong(
        "The program ends with an error",
        "a start after the end is allowed and does nothing; only a start too early is refused."),
    ]),
  before: [
    1: Question(
      "An operation has been made, and nothing else has happened. What does it say of itself?",
      [
        .right("It is ready", "a new operation has no dependency to wait for."),
        .wrong("It is executing", "no thread has started it."),
        .wrong(
          "Nothing yet: it is in no queue", "the state belongs to the operation; a queue only reads it."),
      ]),
    2: Question(
      "download depends on login, which has not run. download.start() is called. What happens?",
      [
        .wrong("start() waits for login", "a queue waits for dependencies; start() does not."),
        .right(
          "It is refused, and nothing runs",
          "a start before the operation is ready is a mistake of its caller."),
        .wrong("It runs all the same", "start() checks isReady, and refuses."),
      ]),
    3: Question(
      "download.start() is called on the main thread. On which thread does the task run?",
      [
        .wrong("On a thread of its own", "neither a queue nor a start of your own is here to provide one."),
        .wrong(
          "On a thread that the framework keeps", "only queues have such threads, and download is in none."),
        .right("On the main thread", "start() calls main() directly, and returns when it has returned."),
      ]),
    5: Question(
      "An object of MiniOperation itself, without a subclass, is started. What happens?",
      [
        .right("It finishes at once", "its main() does nothing, and the return of main() is the end."),
        .wrong("It is refused, because it has no task", "an empty main() is a task like any other."),
        .wrong("It executes forever", "main() has returned, and that ends it."),
      ]),
  ])
