import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "An operation is done, its isFinished says true, but it announces \"finished\". What does its queue do?",
    [
      .wrong(
        "It continues: isFinished is true",
        "the value alone reaches no observer: the queue reads it when the right key is announced."),
      .wrong("It notices a little later", "the queue does not poll, so later is no better than now."),
      .right(
        "It waits forever", "a queue reads isFinished when it hears that name, and it has not heard it."),
    ]),
  before: [
    1: Question(
      "download ends on a worker, and resize becomes ready by that. Which thread announces resize's isReady?",
      [
        .wrong(
          "the main thread, which added both", "an announcement is made by the thread that makes the change."),
        .wrong("the thread that will run resize", "that thread is chosen later, because resize is ready."),
        .right("the thread that ended download", "the change is made there, and so is its announcement."),
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
      "A class overrides isConcurrent and nothing else, and is started. What ends it?",
      [
        .wrong(
          "its own code, which has to announce the end", "isConcurrent takes nothing from the framework."),
        .right(
          "the framework, when main() has returned",
          "the state stays with the framework until you override it."),
        .wrong("nothing", "start() is inherited, and ends what it has begun."),
      ]),
    5: Question(
      "A class sets finished first and takes executing back afterwards. What can a dependent see?",
      [
        .wrong(
          "never both at once",
          "these are two flags and two announcements, and the dependent may run in between."),
        .wrong("neither of them", "finished is true from the first announcement on."),
        .right(
          "an operation that is finished and executing",
          "it may run after the first announcement and before the second."),
      ]),
  ])
