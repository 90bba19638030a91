import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "thumb 1, thumb 2, picture and page wait in a queue that runs one at a time. page depends on picture, and has the "
      + "highest priority. When does page run?",
    [
      .wrong("first", "priority chooses among ready operations, and page waits for picture."),
      .wrong(
        "second, right after picture",
        "the priority of page does not pass to picture, which waits behind the thumbnails."),
      .right("last", "picture is no more urgent than the older thumbnails."),
    ]),
  before: [
    3: Question(
      "decode and resize depend on download, and save depends on both. You cancel download before it runs. Does save run?",
      [
        .wrong("No: it is cancelled as well", "cancelling an operation does not cancel its dependents."),
        .right("Yes", "a dependency waits for isFinished, and a cancelled operation finishes too."),
        .wrong("No: it waits forever", "a cancelled operation is started and finishes without its task."),
      ]),
    5: Question(
      "An upload whose isReady is super.isReady && isOnWiFi is cancelled. There is no Wi-Fi. What happens?",
      [
        .right(
          "It stays in the queue until there is Wi-Fi",
          "a queue starts ready operations only, and only start() finishes a cancelled one."),
        .wrong(
          "It finishes at once: cancelling makes it ready",
          "super.isReady is true now, but isOnWiFi is still false."),
        .wrong("The queue removes it", "an operation leaves a queue only when it has finished."),
      ]),
  ])
