import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A suspended queue has three operations. You cancel all three. How many does it have then?",
    [
      .wrong(
        "none: cancelled means done",
        "an operation leaves its queue when it has finished, and these have not."),
      .right(
        "three, until it is resumed",
        "a cancelled operation finishes when it is started, and a suspended queue starts nothing."),
      .wrong("three, forever", "when the queue is resumed, each is started and finishes at once."),
    ]),
  before: [
    2: Question(
      "A queue runs four operations at a time, and you suspend it. Which operations may still begin?",
      [
        .wrong("none", "an operation that already has a slot is on its way to its thread."),
        .right(
          "those that already have one of the four slots",
          "a suspended queue assigns no slots, but it does not take back assigned ones."),
        .wrong("all that are ready", "a ready operation needs a slot, and a suspended queue assigns none."),
      ]),
    3: Question(
      "A suspended queue has three operations. Your code drops its last reference to the queue. What happens to the operations?",
      [
        .wrong(
          "They are released together with the queue", "unfinished operations retain their queue."),
        .wrong("They run, and are then released", "the queue is still suspended and starts nothing."),
        .right(
          "They stay in memory, and so does the queue",
          "unfinished operations retain their queue, and it retains them."),
      ]),
    5: Question(
      "The three are cancelled, and now you resume the queue. How many pictures are drawn?",
      [
        .right("none", "each is started, finds that it is cancelled, and finishes without its task."),
        .wrong("three", "a cancelled operation that is started does not run its task."),
        .wrong("one, the first", "the first was cancelled like the others."),
      ]),
  ])
