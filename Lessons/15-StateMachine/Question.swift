import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A download is paused. Then it is cancelled. What must happen, so that the next download in its queue "
      + "can run?",
    [
      .wrong("It must be resumed first", "a cancelled download has nothing to continue."),
      .wrong(
        "Nothing: cancelled operations leave a queue",
        "an operation leaves its queue when it has finished."),
      .right(
        "It must finish", "an operation keeps its slot until it announces isFinished, cancelled or not."),
    ]),
  before: [
    2: Question(
      "The states are ready, executing, paused and finished. From which one has the table that you "
        + "found no arrow to finished?",
      [
        .wrong("ready", "a cancelled operation may go from ready to finished; start() does that."),
        .wrong("executing", "an executing operation finishes when its work is done."),
        .right("paused", "the only arrow from paused leads back to ready."),
      ]),
    3: Question(
      "You add the arrow from paused to finished. For which downloads?",
      [
        .right(
          "for cancelled ones",
          "a paused download that is not cancelled has work left, and must be resumed."),
        .wrong("for all", "then a paused download could finish without its data."),
        .wrong("for those that were never started", "only start() may finish those."),
      ]),
    4: Question(
      "A ready operation, not cancelled, is assigned 'status = .finished'. What does the "
        + "setter of the class that you found do?",
      [
        .wrong("It finishes the operation", "the table allows that only for a cancelled operation."),
        .right("It returns, and the caller is not told", "a setter has no result, and it throws nothing."),
        .wrong("It ends the program", "the setter returns without an error or a message."),
      ]),
    5: Question(
      "The setter validates a transition before it locks. Two threads make an operation execute. How often "
        + "does it begin?",
      [
        .wrong("once in every schedule", "both can validate before either of them locks."),
        .right("twice in some schedules", "both may have validated while the state was still ready."),
        .wrong(
          "never: each refuses the other",
          "when both have validated, the transition is legal for both."),
      ]),
  ])
