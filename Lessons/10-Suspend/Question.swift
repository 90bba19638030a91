import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "A suspended queue holds three operations. All three are cancelled. How many does it hold then?",
    [
      .wrong(
        "none: cancelled is over",
        "cancelled is not finished: an operation leaves its queue when it has finished."),
      .right(
        "three, until it is resumed",
        "a cancelled operation ends when it is started, and a suspended queue starts nothing."),
      .wrong("three, forever", "after the resumption each of them is started and finishes at once."),
    ]),
  before: [
    2: Question(
      "Four run at a time, and the queue is suspended. Which operations may still begin?",
      [
        .wrong("none", "an operation that has a slot already is on its way to its thread."),
        .right(
          "those that have one of the four slots already",
          "suspending keeps the queue from giving slots away; what it has given it does not take back."),
        .wrong("all that are ready", "a ready operation needs a slot, and a suspended queue gives none."),
      ]),
    3: Question(
      "A queue is suspended and holds three operations. The last reference to it in your code is gone. What becomes of them?",
      [
        .wrong(
          "They are freed together with the queue", "a queue with unfinished operations keeps itself alive."),
        .wrong("They run, and then they are freed", "the queue is suspended, with or without a reference."),
        .right(
          "They stay in memory, and so does the queue",
          "unfinished operations keep their queue, and it keeps them."),
      ]),
    5: Question(
      "The three are cancelled, and now the queue is resumed. How many pictures are drawn?",
      [
        .right("none", "each is started, finds that it is cancelled, and finishes without its task."),
        .wrong("three", "a cancelled operation that is started leaves its task out."),
        .wrong("one, the first", "the first was cancelled as the others were."),
      ]),
  ])
