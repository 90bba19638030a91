import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "photo 1 has arrived, its isFinished is true, and its class has announced isFinish. The queue runs one at a "
      + "time. When does photo 2 begin?",
    [
      .wrong("at once: isFinished is true", "the queue does not know that until isFinished is announced."),
      .wrong("when the queue checks again", "a queue does not poll, so it never checks by itself."),
      .right("never", "a queue reads isFinished when it is notified under that key, and it was not."),
    ]),
  before: [
    2: Question(
      "A download announces isFinished, and has never announced isExecuting. Does photo 2 begin?",
      [
        .right("Yes", "the queue acts on isFinished alone."),
        .wrong("No: for the queue, photo 1 never began", "the queue itself has started it."),
        .wrong("Yes, but only after a while", "the queue acts on the announcement at once."),
      ]),
    3: Question(
      "download finishes on a worker, which makes resize ready. Which thread calls the observers of its isReady?",
      [
        .wrong("the main thread", "nothing in an operation switches to the main thread."),
        .wrong("the thread that will run resize", "that thread is chosen later, when resize is ready."),
        .right("the thread that finished download", "this thread makes the change, so it also announces it."),
      ]),
    4: Question(
      "A class overrides only isConcurrent, to return true. You start one. Who sets isFinished?",
      [
        .wrong(
          "its own code, because it is concurrent now", "you take over the state by overriding start()."),
        .right("the inherited start()", "it calls main() and then finishes, as always."),
        .wrong("nobody", "start() is inherited, and sets isFinished when main() has returned."),
      ]),
  ])
