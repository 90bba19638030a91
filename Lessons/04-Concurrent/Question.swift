import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "You add an operation to a queue. Its isConcurrent says false. Where does its main run?",
    [
      .wrong(
        "On the thread that added it",
        "addOperation only hands it over; the thread that adds it continues at once."),
      .right(
        "On a thread of the queue",
        "a queue ignores isConcurrent, which only concerns those who call start() by hand."),
      .wrong("Nowhere, until isConcurrent is true", "isConcurrent is not a condition of a queue."),
    ]),
  before: [
    1: Question(
      "A block operation is started by hand. When does start() return?",
      [
        .right("when the block has ended", "the inherited start() runs the task on the calling thread."),
        .wrong("at once", "the inherited start() begins no thread."),
        .wrong("when a queue has run it", "it is in no queue."),
      ]),
    2: Question(
      "This start() begins a thread, whose work waits at a gate. When does start() return?",
      [
        .wrong("when the gate has been opened", "only the new thread waits at the gate."),
        .right(
          "at once, while the operation executes",
          "the work is on another thread, and start() does not wait for it."),
        .wrong(
          "never, because the gate is opened later", "start() does not wait, so its caller can open the gate."
        ),
      ]),
    4: Question(
      "A class overrides start and announces isFinished at its end, but does not override isFinished. What does its queue find?",
      [
        .wrong("It has finished", "an announcement changes no value."),
        .wrong(
          "A mistake, which is reported at once",
          "announcing a key is allowed; the queue reads the value then."),
        .right(
          "It has not finished",
          "the queue hears the announcement and reads isFinished, which still says false."),
      ]),
    5: Question(
      "The sample begins its thread first and sets executing afterwards. What can be left?",
      [
        .right(
          "finished and executing, forever",
          "the thread may end before start() sets executing, and no line takes that back."),
        .wrong(
          "always finished and not executing",
          "that is one order; in another the late line of start() comes last."),
        .wrong("executing and never finished", "the thread sets finished in every order."),
      ]),
    6: Question(
      "start() is inherited, isFinished is overridden. main() has returned. Is the operation finished?",
      [
        .wrong("yes, as always when main() returns", "that holds as long as isFinished is the framework's."),
        .right(
          "not before its own end is announced",
          "isFinished is its own, and the return of main() does not change it (O36)."),
        .wrong(
          "yes, but its dependents start later",
          "dependents start when the end is announced, and there is no end before."),
      ]),
  ])
