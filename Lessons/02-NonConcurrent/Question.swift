import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "decode finds a damaged line and throws. Its main catches the error, because main cannot throw. save depends on "
      + "decode. What does save do?",
    [
      .wrong("It never runs", "a dependent waits only for isFinished, and that became true."),
      .wrong("It is cancelled", "an error cancels nothing, and cancelling does not reach dependents either."),
      .right(
        "It runs as if nothing had failed",
        "a dependency counts as satisfied once it has finished, for any reason."),
    ]),
  before: [
    3: Question(
      "decode stores its outcome at the end of main. You cancel it before it begins. What does save find?",
      [
        .wrong("a CancellationError", "somebody would have to store one, and main was not called."),
        .right("no outcome", "a cancelled operation finishes without its main."),
        .wrong(
          "nothing: it is cancelled, too", "cancelling decode does not cancel save, which depends on it."),
      ])
  ])
