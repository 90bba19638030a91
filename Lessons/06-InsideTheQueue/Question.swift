import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "The old queue may run eight at a time. Its one thread is busy with the first operation when a second one is "
      + "added. What happens?",
    [
      .wrong(
        "A second thread begins", "it would begin if the first operation had counted as work; it did not."),
      .right(
        "It waits for the first",
        "only operations that no thread had taken counted as work, and there were none."),
      .wrong("The caller runs it", "addOperation never runs an operation on the thread that calls it."),
    ]),
  before: [
    1: Question(
      "resize depends on download. On which thread does the old queue ask and start resize when download ends?",
      [
        .right(
          "on the thread that ended download",
          "that thread hears the announcement, and is free for the next operation."),
        .wrong("on the main thread", "the main thread has added it, and has no part in what follows."),
        .wrong(
          "on a second thread of the pool",
          "the thread that ended download calls the queue, and takes resize itself."),
      ]),
    3: Question(
      "An operation waits for a slot, is cancelled and finishes there. Then a slot becomes free. What happens to the slot?",
      [
        .wrong(
          "The next operation gets it", "the finished one is still in the list, and it is the next one."),
        .right(
          "It is given away, and never comes back",
          "the queue begins to listen for an end that has been announced already."),
        .wrong(
          "It stays free",
          "the queue does not look whether the operation has finished before it takes the slot."),
      ]),
    4: Question(
      "isReady is announced, but the operation is not ready. What does the old queue's observer do?",
      [
        .wrong("It starts the operation", "it asks isReady once more, and hears no."),
        .wrong("It waits until the operation is ready", "an observer does not wait; it returns."),
        .right("It returns, and leaves the queue locked", "one of its branches has no unlock."),
      ]),
    5: Question(
      "Two tasks are in the queue before a barrier and two behind it; the limit is 2. What runs beside the barrier?",
      [
        .right("nothing", "a barrier waits for all before it, and all behind it wait for the barrier."),
        .wrong("one of the two before it", "the barrier waits until both have finished."),
        .wrong("one of the two behind it", "they wait until the barrier has finished."),
      ]),
  ])
