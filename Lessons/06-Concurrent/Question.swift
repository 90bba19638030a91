import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "main sends a request and returns; the answer arrives later. decode depends on this operation. What does decode "
      + "find?",
    [
      .right("no photo", "the operation has finished when main returns, and decode begins."),
      .wrong("the photo", "nothing in the operation waits for the answer."),
      .wrong("nothing: it never runs", "the operation finishes, only too early."),
    ]),
  before: [
    3: Question(
      "The class sets its state to finished and announces nothing. What does its queue do?",
      [
        .wrong("It checks again after a while, and goes on", "a queue does not poll."),
        .right("It waits forever", "it reads isFinished after start(), and then only when it is announced."),
        .wrong("It reports a mistake", "to a queue, it looks like a download that takes long."),
      ]),
    5: Question(
      "A start() of your own does not check isCancelled. The download was cancelled before it was started. What happens?",
      [
        .wrong("The queue does not start it", "it starts cancelled operations, so that they can finish."),
        .wrong("start() returns at once", "the inherited start() does that; this one does not check."),
        .right("It asks the server", "only start() could have checked isCancelled."),
      ]),
    6: Question(
      "Now isExecuting and isAsynchronous are missing. What happens in the queue?",
      [
        .right("the same as with them", "the queue reads isReady and isFinished."),
        .wrong("It takes the download for finished", "it reads isFinished, which is false."),
        .wrong("It calls start() on your thread", "it always calls start() on a thread of its own."),
      ]),
  ])
