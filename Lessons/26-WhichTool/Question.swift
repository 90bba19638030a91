import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A hundred tasks in a task group each load a picture. How many run at the same time?",
    [
      .wrong(
        "as many as there are cores",
        "a task that awaits gives its thread to the next one, which then begins, too."),
      .wrong("64, like the operations of a queue", "a task group has no such number."),
      .right(
        "up to a hundred",
        "a task group has no limit. The threads are few, but all downloads are under way."),
    ]),
  before: [
    2: Question(
      "An actor's method reads the balance, awaits, and writes it. Two tasks call it. What is protected?",
      [
        .wrong("the whole method", "at each await the actor may run another call."),
        .right("each part between two awaits", "an actor runs one part at a time, not one call at a time."),
        .wrong("nothing", "two threads are never in the actor at the same time."),
      ]),
    4: Question(
      "A test must show that the second operation does not begin before the first has finished. What does "
        + "it need?",
      [
        .wrong(
          "a sleep that is long enough",
          "no sleep is long enough on a busy machine, and each costs its time."),
        .wrong("a thousand runs", "a thousand runs that go well do not show that the next one will."),
        .right(
          "workers that it calls itself", "then it decides when something may begin, and looks in between."),
      ]),
    5: Question(
      "Three threads start, cancel and finish one operation. How do you test all orders?",
      [
        .right(
          "let the Explorer try them",
          "it switches threads at each lock, and shows the schedule that breaks a rule."),
        .wrong(
          "run it in a loop",
          "most orders would occur never, and the failing one could not be repeated."),
        .wrong("with the thread sanitizer", "it finds unlocked accesses in the orders that occur."),
      ]),
  ])
