import LessonKit

/// The question before this lesson.
let questions = Questions(
  Question(
    "Forty thumbnails are in a queue that runs two at a time. You scroll on before the first has arrived, and Album "
      + "cancels the 32 that have left the screen. How many requests does the server get?",
    [
      .wrong("8, for those on the screen", "two downloads had begun, and their requests had been sent."),
      .right(
        "10",
        "two had begun. Of the others, the eight on the screen are sent, and the cancelled ones send nothing."
      ),
      .wrong("40: all were asked for", "adding an operation sends nothing; its block does, when it runs."),
    ]))
