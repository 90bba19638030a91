import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "An operation is done, its isFinished is true, but it announces \"finished\". What does its queue do?",
    [
      .wrong(
        "It continues: isFinished is true",
        "the queue does not see the value until isFinished is announced."),
      .wrong("It notices a little later", "the queue does not poll, so later is no better than now."),
      .right(
        "It waits forever", "a queue reads isFinished when it is notified under that key, and it was not."),
    ]),
  before: [
    1: Question(
      "download finishes on a worker, which makes resize ready. Which thread announces resize's isReady?",
      [
        .wrong(
          "the main thread, which added both", "the thread that makes a change announces it."),
        .wrong("the thread that will run resize", "that thread is chosen later, when resize is ready."),
        .right("the thread that finished download", "this thread makes the change, so it also announces it."),
      ]),
    2: Question(
      "An operation announces isFinished, but has never announced isExecuting. Does its dependent run?",
      [
        .right("yes", "a queue acts on isFinished alone."),
        .wrong("no, because it never began", "no part of the queue waits for isExecuting."),
        .wrong(
          "yes, but only when the queue is resumed",
          "the queue is not suspended, and isFinished was announced."),
      ]),
    4: Question(
      "A class overrides only isConcurrent, and you start one. Who sets isFinished?",
      [
        .wrong(
          "its own code, which must announce isFinished",
          "isConcurrent alone hands no state over to the class."),
        .right(
          "the framework, when main() has returned",
          "the framework sets the state until you override it."),
        .wrong("nothing", "start() is inherited, and sets isFinished when main() has returned."),
      ]),
    5: Question(
      "A class sets finished first and resets executing afterwards. What can a dependent see?",
      [
        .wrong(
          "never both at once",
          "these are two flags and two announcements, and the dependent may run in between."),
        .wrong("neither of them", "finished is true after the first announcement."),
        .right(
          "an operation that is finished and executing",
          "it may run after the first announcement and before the second."),
      ]),
    6: Question(
      "A class announces each change of its state. Must its cancel() announce isCancelled?",
      [
        .right("No: super.cancel() announces it", "the superclass stores this flag, so it announces it."),
        .wrong("Yes, like every other key", "then observers would be notified twice."),
        .wrong("No: nothing observes it", "any observer may; and isReady depends on it."),
      ]),
  ])
