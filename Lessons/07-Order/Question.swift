import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "Waiting: first, second, urgent, third. urgent has the highest priority but depends on second, third is raised to "
      + "high. One runs at a time. Which one begins?",
    [
      .wrong("first", "first is the oldest, and age decides only between equal priorities."),
      .wrong("urgent", "priority chooses among those that are ready, and urgent waits for second."),
      .right("third", "the most urgent of those that are ready begins, and urgent is not ready."),
    ]),
  before: [
    2: Question(
      "draw waits for load, which is in another queue and is cancelled before it runs. Does draw run?",
      [
        .wrong("No: it is cancelled as well", "a cancel is not passed on to dependents."),
        .right(
          "Yes, when load has finished",
          "a dependency counts in any queue, and a cancelled operation finishes when it is started."),
        .wrong("Yes, at once", "draw waits for isFinished, and isCancelled is another key."),
      ]),
    3: Question(
      "A gate of your own opens: isReady is true, and nothing is announced. When does the queue start the operation?",
      [
        .wrong("at once", "the queue learns of a change by its announcement."),
        .wrong("when a worker is idle and looks", "a queue does not poll."),
        .right(
          "not before isReady is announced", "without an announcement the queue has no reason to ask again."),
      ]),
    4: Question(
      "a waits for b, b waits for c, c waits for a. b is cancelled. What happens?",
      [
        .right(
          "All three finish, and a and c have run",
          "a cancelled operation is ready whatever it waits for; its end makes a ready, and the end of a makes c ready."
        ),
        .wrong("Only b finishes", "the end of b makes a ready."),
        .wrong("All three stand still", "a cancelled operation does not wait for its dependencies."),
      ]),
  ])
