import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "A ready operation that was not cancelled is told: your status is finished. What happens?",
    [
      .wrong(
        "it finishes without running", "the table allows ready to finished only for a cancelled operation."),
      .right(
        "nothing at all, and the caller is not told",
        "the setter returns at once, and a setter has no way to say no."),
      .wrong(
        "the program ends with an error", "the setter returns without an error, an exception or a message."),
    ]),
  before: [
    1: Question(
      "The two documents give their states different numbers. What does that change about the moves they allow?",
      [
        .wrong(
          "A state may only go to a higher number", "the tables name pairs of states, and compare no numbers."
        ),
        .wrong("The moves from and to paused", "both tables have the same pairs."),
        .right("nothing", "both tables name the same pairs."),
      ]),
    2: Question(
      "Four states make sixteen pairs. How many of these moves are legal?",
      [
        .right("six", "the table names six, one of them only for a cancelled operation."),
        .wrong(
          "all twelve between different states",
          "from finished no move leads anywhere, and others are missing too."),
        .wrong("three, one after the other", "pausing and resuming are moves as well."),
      ]),
    3: Question(
      "A ready operation begins to execute. What is announced first?",
      [
        .wrong("isExecuting", "the setter begins with the key of the state that it leaves."),
        .right("isReady", "the state that is left comes before the one that is entered."),
        .wrong("nothing but isExecuting is announced", "both keys change, and both are announced."),
      ]),
    5: Question(
      "The setter judges a move before it takes its lock. Two threads make an operation execute. How often does it begin?",
      [
        .wrong("once in every order", "both can be judged before either of them has the lock."),
        .wrong("never: each refuses the other", "when both are judged, the move is legal for both."),
        .right("twice in some orders", "both may have been judged while it was still ready."),
      ]),
    6: Question(
      "cancel() has been called on a ready operation, and has returned. Which status does it have?",
      [
        .right("ready, as before", "cancelled is a flag beside the status, not one of its values."),
        .wrong("cancelled", "the status has no such value."),
        .wrong("finished", "a message to the network thread finishes it later."),
      ]),
    7: Question(
      "Two threads add a dependency each to one operation. Two others add one each to a property of a subclass. What can be lost?",
      [
        .wrong("a dependency", "the framework's methods may be called from any thread."),
        .right("an addition to the property", "the property is the subclass's, and so is its protection."),
        .wrong("both", "the framework protects what is its own."),
      ]),
  ])
