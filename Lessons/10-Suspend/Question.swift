import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A suspended queue has three operations, and each retains a picture. You cancel all three, and drop your last "
      + "reference to the queue. How many pictures are released?",
    [
      .wrong("all three, because nothing refers to the queue", "its operations do, and it refers to them."),
      .wrong(
        "all three, because their operations are cancelled",
        "a cancelled operation finishes when it is started, and a suspended queue starts none."
      ),
      .right(
        "none, until the queue is resumed", "only then are the three started, finish, and leave the queue."),
    ]),
  before: [
    2: Question(
      "Now the queue is resumed. How many pictures are drawn?",
      [
        .right("none", "each is started, finds that it is cancelled, and finishes without its task."),
        .wrong("three", "a cancelled operation that is started does not run its task."),
        .wrong("one, the first", "the first was cancelled like the others."),
      ]),
    3: Question(
      "A queue runs four operations at a time, and you suspend it. Which operations may still begin?",
      [
        .wrong("none", "an operation that has a slot already is on its way to its thread."),
        .right(
          "those that have one of the four slots", "the queue assigns no slot any more, and takes none back."),
        .wrong("all that are ready", "a ready operation needs a slot, and a suspended queue assigns none."),
      ]),
  ])
