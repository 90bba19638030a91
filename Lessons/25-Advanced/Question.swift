import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "There is no network. Where should an upload wait for it, in a queue with one slot?",
    [
      .wrong("in its main(), until the network is there", "then it holds the only slot while it waits."),
      .wrong(
        "outside of the queue, and be added later",
        "then the caller must store it, add it later, and cancel it if it is not wanted any more."),
      .right(
        "in the queue, not ready",
        "an operation that is not ready has no slot, and can be cancelled like any other."),
    ]),
  before: [
    2: Question(
      "Three versions of a photo must not overlap; the queue has four slots. What may run together with the "
        + "first version?",
      [
        .wrong("nothing", "the exclusion concerns versions of this photo alone."),
        .wrong("the second version, if a slot is free", "it depends on the first one, whatever the limit."),
        .right("the upload of another photo", "it has another category, and waits for none of them."),
      ]),
    3: Question(
      "The first try is made at 0 s, the first pause takes one second, and each pause is twice the one "
        + "before. When is the fourth try?",
      [
        .wrong("after 4 seconds", "the third pause alone takes four seconds."),
        .right("after 7 seconds", "the pauses before it take 1 + 2 + 4 seconds."),
        .wrong("after 8 seconds", "8 seconds would be the next pause."),
      ]),
    4: Question(
      "The upload takes too long. What can a timeout do to it?",
      [
        .wrong("stop its thread", "no code can stop a thread from outside."),
        .wrong("take it out of the queue", "an operation leaves its queue when it has finished."),
        .right("cancel it", "cancelling sets the flag; the upload must react to it, and finish."),
      ]),
    5: Question(
      "An album is cancelled before its start. What happens to its photo, which has not begun?",
      [
        .right("It is cancelled, too", "the album's cancel() cancels the operations of its queue."),
        .wrong("It is uploaded all the same", "its flag is set, so start() finishes it without its task."),
        .wrong("It waits for another album", "it is in this album's queue."),
      ]),
  ])
