import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "An operation begins its download in main, and main returns at once. When has the operation finished?",
  [
    .right("when main returns", "a plain operation ends where main returns, whatever it has begun there."),
    .wrong("when the data is there", "no part of the framework knows that data is expected."),
    .wrong(
      "never, because its end is not announced",
      "a plain operation is finished by the return of main; no announcement of yours is needed."),
  ])
