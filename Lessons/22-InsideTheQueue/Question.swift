import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "The queue may run eight at a time. Its one thread is busy with page when picture is added. What happens?",
    [
      .wrong(
        "a second thread starts picture",
        "the queue starts a second thread only if another operation waits in the list, and none did."),
      .right(
        "picture waits until page has finished",
        "no operation was left waiting, so the queue took its thread for an idle one."),
      .wrong("the caller runs picture", "addOperation hands it to the pool of threads."),
    ]),
  before: [
    3: Question(
      "Which two rows of this schedule must be in this order, so that picture gets no thread?",
      [
        .wrong(
          "starts pool 1, before the first signal pool",
          "main does both in one call, and a thread that begins later finds the operation in the list."),
        .right(
          "page begins main, before the last signal pool",
          "the thread takes page out of the list, and then main adds picture to an empty list."),
        .wrong(
          "wait on the picture, before the last signal pool",
          "page would wait just as long if it began to wait later."),
      ]),
    4: Question(
      "The pool must start a thread when it needs one. Which number should it compare with the waiting operations?",
      [
        .wrong("all threads of the pool", "one exists and one operation waits, but that thread is busy."),
        .wrong("the limit of eight", "it says how many threads may exist, not how many are free."),
        .right(
          "the threads that wait for work",
          "only these can take an operation; if more operations wait, one more thread is needed."),
      ]),
  ])
