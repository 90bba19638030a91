import LessonKit

/// What this lesson asks before it begins, and before its steps.
let questions = Questions(
  Question(
    "Each new download becomes a dependency of the one before it. 7 runs, 1 to 6 wait, 8 to 14 come. Which one is next?",
    [
      .wrong("14, the newest", "14 heads one of two chains, and that chain is the younger one."),
      .right(
        "6, left over from before",
        "7 runs already and cannot wait for 8: two chains are ready, and the older one wins."),
      .wrong("8, added right after 7", "8 waits for 9, which waits for 10, and so on to 14."),
    ]),
  before: [
    1: Question(
      "Download 1 runs already. Now download 2 becomes a dependency of it. What changes for download 1?",
      [
        .wrong(
          "It pauses until download 2 has ended",
          "a dependency counts before the start, and download 1 has been started."),
        .wrong("It is put back into the queue", "what has been started is not put back."),
        .right("nothing", "the list has a new entry, and no part of the queue asks for it any more."),
      ]),
    3: Question(
      "In the version of 2019 all that wait depend on the newest. 7 runs, 2 to 6 wait, 8 to 14 come. Which is next?",
      [
        .right("14", "all the others wait for it."),
        .wrong("6, left over from before", "6 waits for each that came after it."),
        .wrong("8, the oldest of the new ones", "8 waits for all that came after it."),
      ]),
    4: Question(
      "The same with three slots. 1, 2 and 3 have ended, eleven wait. How many run next?",
      [
        .wrong("three", "three slots are free, but only one of the eleven is ready."),
        .right("one", "each waits for all that are newer, so only the newest is ready."),
        .wrong("none", "the newest waits for none."),
      ]),
    5: Question(
      "The queue itself takes the newest of those that are ready. 1, 2 and 3 have ended, and three slots are free. What runs next?",
      [
        .wrong("14 alone", "without dependencies all eleven are ready."),
        .wrong("4, 5 and 6", "that would be the oldest first."),
        .right("12, 13 and 14", "three slots are free, and these are the newest that are ready."),
      ]),
  ])
