import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "The task takes half a second. You call cancel() when it has just begun. What happens?",
    [
      .wrong("the task stops at once", "cancel() does not even set the flag: it waits for a lock."),
      .wrong(
        "it stops at its next check of isCancelled",
        "the flag is still false then, because cancel() waits for the lock that the task holds."),
      .right(
        "cancel() waits, and has no effect",
        "the task holds the lock that cancel() needs, and afterwards the operation has finished."),
    ]),
  before: [
    1: Question(
      "You add the operation to a queue. On which thread does its task run?",
      [
        .wrong("on a worker of the queue", "the worker calls start(), and start() only posts a message."),
        .wrong("on the main thread", "the class does not use the main thread for the task."),
        .right("on the network thread", "start() posts the message that runs the task to it."),
      ]),
    2: Question(
      "It is in a suspended queue and has not been started. As written, what does cancel() do?",
      [
        .right(
          "It finishes the operation, although it was never started",
          "cancelOperation runs on the network thread, and the table allows ready to finished (T9)."),
        .wrong("It sets the flag, and start() finishes it", "that is what the repaired class does."),
        .wrong("nothing, because the queue is suspended", "cancel() does not go through the queue."),
      ]),
    3: Question(
      "It is started, and cancelled before the network thread reads the messages. As written, does its task "
        + "run?",
      [
        .wrong("No: the message is removed", "a message in the mailbox stays there."),
        .right("Yes", "the message is in the mailbox, and the task is called without a check (T10)."),
        .wrong(
          "No: it has finished by then",
          "cancelOperation is a message too, and runs after the one with the task."),
      ]),
    5: Question(
      "Two threads add a dependency each to one operation. Two others add one each to a property of a "
        + "subclass. What can be lost?",
      [
        .wrong("a dependency", "any thread may call the methods of an operation; they lock."),
        .right("an addition to the property", "the subclass added the property, and must protect it."),
        .wrong("both", "the framework protects its own data."),
      ]),
  ])
