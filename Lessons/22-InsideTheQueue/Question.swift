import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "The old queue may run eight at a time. Its one thread is busy with the first operation when a second "
      + "one is added. What happens?",
    [
      .wrong(
        "A second thread starts",
        "the queue starts one only if an operation waits that no thread has taken."),
      .right(
        "It waits for the first to finish",
        "the queue counts operations that no thread has taken. There were none, so it started no thread."),
      .wrong("The caller runs it", "addOperation never runs an operation on the thread that calls it."),
    ]),
  before: [
    1: Question(
      "resize depends on download. Which thread starts resize when download has finished?",
      [
        .right(
          "the thread that ran download",
          "observers are called on the thread that announces, and this thread is free for the next "
            + "operation."),
        .wrong("the main thread", "the main thread only added it; later steps run on other threads."),
        .wrong(
          "a second thread of the pool",
          "the thread that finished download calls the queue, and starts resize itself."),
      ]),
    3: Question(
      "Which two rows of this schedule must be in this order, so that the second operation gets no thread?",
      [
        .wrong(
          "starts pool 1, before the first signal pool",
          "main does both in one call. A thread that begins later finds the operation in the list without a "
            + "signal."
        ),
        .right(
          "first begins main, before the last signal pool",
          "the thread takes the first operation out of the list, and then main adds the second to an empty "
            + "list."),
        .wrong(
          "wait on meeting, before the last signal pool",
          "the first operation would wait just as long if it began to wait later."),
      ]),
    4: Question(
      "The pool must start a thread when it needs one. Which number should it compare with the waiting "
        + "operations?",
      [
        .wrong(
          "all threads of the pool", "one thread exists, and one operation waits; but that thread is busy."),
        .wrong("the limit of eight", "the limit says how many threads may exist, not how many are free."),
        .right(
          "the threads that wait for work",
          "only these can take an operation. If more operations wait than threads do, one more thread is "
            + "needed."),
      ]),
  ])
