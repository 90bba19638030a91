import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "You add an operation to a queue. Its isConcurrent is false. Where does its main run?",
    [
      .wrong(
        "On the thread that added it",
        "addOperation only adds it to the queue; the calling thread continues at once."),
      .right(
        "On a thread of the queue",
        "a queue ignores isConcurrent; it matters only to code that calls start() by hand."),
      .wrong("Nowhere, until isConcurrent is true", "a queue does not read isConcurrent."),
    ]),
  before: [
    1: Question(
      "You start a block operation by hand. When does start() return?",
      [
        .right("when the block has returned", "the inherited start() runs the task on the calling thread."),
        .wrong("at once", "the inherited start() creates no thread."),
        .wrong("when a queue has run it", "it is in no queue."),
      ]),
    2: Question(
      "This start() begins a thread, and the work on that thread waits for a semaphore. When does start() return?",
      [
        .wrong("when the semaphore is signalled", "only the new thread waits for it."),
        .right(
          "at once, while the operation executes",
          "the work is on another thread, and start() does not wait for it."),
        .wrong(
          "never, because it is signalled later",
          "start() does not wait, so its caller can signal the semaphore."
        ),
      ]),
    4: Question(
      "A class overrides start() and announces isFinished, but does not override isFinished. What does its queue find?",
      [
        .wrong("It has finished", "an announcement changes no value."),
        .wrong(
          "A mistake, and reports it at once",
          "announcing a key is allowed; the queue then reads the value."),
        .right(
          "It has not finished",
          "the queue is notified and reads isFinished, which is still false."),
      ]),
    5: Question(
      "The sample begins its thread first and sets executing afterwards. Which state can result?",
      [
        .right(
          "finished and executing, forever",
          "the thread may finish before start() sets executing, and no line resets it."),
        .wrong(
          "always finished and not executing",
          "that is one order; in another, the last line of start() runs after the thread has finished."),
        .wrong("executing and never finished", "the thread sets finished in every order."),
      ]),
    6: Question(
      "start() is inherited, isFinished is overridden. main() has returned. Is the operation finished?",
      [
        .wrong("yes, as always when main() returns", "that is true only while isFinished is not overridden."),
        .right(
          "no, not before it announces isFinished itself",
          "the class overrides isFinished, and main() does not change it (O36)."),
        .wrong(
          "yes, but its dependents start later",
          "it has not finished; dependents start when isFinished is announced."),
      ]),
  ])
