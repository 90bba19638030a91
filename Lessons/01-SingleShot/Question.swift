import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A photo's download has finished. You tap Reload, and the page calls its start() once more. What happens?",
    [
      .wrong("It downloads again", "a finished operation never leaves that state."),
      .right("Nothing at all", "an operation runs once, and start() on a finished one returns at once."),
      .wrong(
        "The program ends with an error",
        "start() on a finished operation is allowed and does nothing; calling it too early is refused."),
    ]),
  before: [
    3: Question(
      "The download depends on login, which has not run. The page calls download.start(). What happens?",
      [
        .wrong("start() waits for login", "a queue waits for dependencies; start() does not."),
        .right(
          "It is refused, and nothing runs",
          "calling start() before isReady is true is a mistake of the caller."),
        .wrong("It runs all the same", "start() checks isReady, and refuses to run."),
      ])
  ])
