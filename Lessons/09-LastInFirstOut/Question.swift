import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "Each new download becomes a dependency of the one added before it. 7 runs, 2 to 6 wait, then 8 to 14 are added. "
      + "Which one is next?",
    [
      .wrong("14, the newest", "14 is ready, but so is 6, and the queue starts the older one first."),
      .right("6", "7 already runs and cannot wait for 8, so 6 and 14 are both ready, and 6 is older."),
      .wrong("8, added right after 7", "8 waits for 9, which waits for 10, and so on to 14."),
    ]),
  before: [
    2: Question(
      "Download 1 already runs. Now you make download 2 its dependency. What changes for download 1?",
      [
        .wrong("It pauses until download 2 has finished", "a dependency can only delay the start."),
        .wrong("It goes back to the queue", "a queue never takes a started operation back."),
        .right("nothing", "it has a new dependency, but the queue reads dependencies only before the start."),
      ]),
    3: Question(
      "Now every waiting download depends on every newer one, and three slots are free. How many run at the same time?",
      [
        .wrong("three", "three slots are free, but only one of the downloads is ready."),
        .right("one", "each waits for all newer ones, so only the newest is ready."),
        .wrong("none: they wait for one another", "the newest waits for no other."),
      ]),
    4: Question(
      "The queue starts the newest ready download. 1, 2 and 3 have finished, and three slots are free. Which run next?",
      [
        .wrong("14 alone", "without dependencies all of them are ready."),
        .wrong("4, 5 and 6", "these are the oldest."),
        .right("12, 13 and 14", "three slots are free, and these are the newest ready ones."),
      ]),
  ])
