import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "An operation has three blocks, and its queue has the limit 1. How many blocks run at the same time?",
    [
      .wrong("one", "the limit of 1 lets one operation run; its blocks are not counted."),
      .wrong("as many as there are cores", "the blocks have a thread each, whatever the number of cores."),
      .right("three", "a limit counts operations, and each block has a thread of its own."),
    ]),
  before: [
    2: Question(
      "A condition becomes true, and its operation does not announce isReady. What does the queue do?",
      [
        .wrong("It starts the operation", "it learns of a change by its announcement."),
        .right("nothing", "without an announcement it has no reason to ask (K12)."),
        .wrong("It starts it when it is empty", "the queue does not poll when it is idle."),
      ]),
    3: Question(
      "Three alerts exclude each other in a queue with the limit 4. What may run beside an alert?",
      [
        .wrong("nothing", "the exclusion concerns the alerts alone."),
        .wrong("another alert, if a slot is free", "they wait for each other, whatever the limit."),
        .right("anything that is no alert", "exclusion makes alerts wait for alerts, and for nothing else."),
      ]),
    4: Question(
      "A group is cancelled before its start. What comes of its member, which has not begun?",
      [
        .right("It is cancelled with the group", "the group passes its cancel on to its members."),
        .wrong("It runs all the same", "the group passes its cancel on."),
        .wrong("It waits for another group", "a member belongs to its group."),
      ]),
    5: Question(
      "The first try is made at 0, the first pause takes one second, and each pause is twice the one before. When is the fourth try?",
      [
        .wrong("after 4 seconds", "the third pause alone takes four seconds."),
        .right("after 7 seconds", "1 + 2 + 4 seconds of pauses lie before it."),
        .wrong("after 8 seconds", "8 seconds would be the next pause."),
      ]),
    6: Question(
      "An endless operation has a timeout of ten seconds. What does the timeout do to it?",
      [
        .wrong("It ends its thread", "no thread can be ended from outside."),
        .wrong("It takes it out of the queue", "an operation leaves its queue when it has finished."),
        .right("It cancels it", "a timeout can set the flag; the operation has to end itself."),
      ]),
  ])
