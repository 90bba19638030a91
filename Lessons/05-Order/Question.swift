import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "first, second, urgent and third wait. urgent has the highest priority but depends on second; third is raised to "
      + "high. One runs at a time. Which one starts?",
    [
      .wrong("first", "first is the oldest, but age decides only between equal priorities."),
      .wrong("urgent", "priority chooses among ready operations, and urgent waits for second."),
      .right("third", "it has the highest priority of all ready operations; urgent is not ready."),
    ]),
  before: [
    2: Question(
      "draw waits for load, which is in another queue. load is cancelled before it runs. Does draw run?",
      [
        .wrong("No: it is cancelled as well", "cancelling an operation does not cancel its dependents."),
        .right(
          "Yes, when load has finished",
          "a dependency works across queues, and a cancelled operation finishes when it is started."),
        .wrong("Yes, at once", "draw waits for isFinished, not for isCancelled."),
      ]),
    3: Question(
      "Your own condition becomes true, so isReady is true, but it is not announced. When does the queue start the operation?",
      [
        .wrong("at once", "the queue sees a change only when it is announced."),
        .wrong("when a worker is idle and checks", "a queue does not poll."),
        .right(
          "not before isReady is announced", "the queue reads isReady again only when it is announced."),
      ]),
    4: Question(
      "a waits for b, b waits for c, c waits for a. You cancel b. What happens?",
      [
        .right(
          "All three finish, and a and c have run",
          "a cancelled operation is ready, even with unfinished dependencies. When b has finished, a is ready, and then c."
        ),
        .wrong("Only b finishes", "when b has finished, a is ready."),
        .wrong("None of them ever finishes", "a cancelled operation does not wait for its dependencies."),
      ]),
  ])
