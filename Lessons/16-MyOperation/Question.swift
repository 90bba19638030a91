import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "The task takes half a second. cancel() is called at its beginning. What happens?",
    [
      .wrong("the task stops at once", "cancel() does not even set the flag: it waits for a lock."),
      .wrong(
        "it stops at its next check of isCancelled",
        "the flag is still false then, because cancel() waits for the lock that the task holds."),
      .right(
        "cancel() waits, and does nothing",
        "the task holds the lock that cancel() needs, and then there is nothing left to cancel."),
    ]),
  before: [
    1: Question(
      "The operation is added to a queue. On which thread does its task run?",
      [
        .wrong("on a worker of the queue", "the worker calls start, and start only sends a message."),
        .wrong("on the main thread", "no line of the class uses the main thread for the task."),
        .right("on the network thread", "start sends it the message that runs the task."),
      ]),
    2: Question(
      "It is in a suspended queue and has not been started. As written, what does a cancel do?",
      [
        .right(
          "It finishes it, though it was never started",
          "cancelOperation runs on the network thread, and the table allows ready to finished (T9)."),
        .wrong("It sets the flag, and the start finishes it", "that is what the repaired class does."),
        .wrong("nothing, because the queue is suspended", "the cancel does not go through the queue."),
      ]),
    3: Question(
      "It is started and cancelled before the network thread comes to it. As written, does its task run?",
      [
        .wrong("No: the message is taken back", "a message in the mailbox stays there."),
        .right("Yes", "the message is in the mailbox, and the task is called without a check (T10)."),
        .wrong(
          "No: it is finished then",
          "cancelOperation is a message too, and comes behind the one with the task."),
      ]),
  ])
