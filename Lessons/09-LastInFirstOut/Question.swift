import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "Each new download becomes a dependency of the one before it. 7 runs, 2 to 6 wait, 8 to 14 are added. Which one is next?",
    [
      .wrong("14, the newest", "14 is ready, but so is 6, and the queue starts the older one first."),
      .right(
        "6, left over from before",
        "7 already runs and cannot wait for 8. So 6 and 14 are both ready, and the older one wins."),
      .wrong("8, added right after 7", "8 waits for 9, which waits for 10, and so on to 14."),
    ]),
  before: [
    1: Question(
      "Download 1 already runs. Now you make download 2 its dependency. What changes for download 1?",
      [
        .wrong(
          "It pauses until download 2 has finished",
          "a dependency can only delay the start, and download 1 has already started."),
        .wrong("It is put back into the queue", "a queue never puts a started operation back."),
        .right("nothing", "the list has a new entry, but the queue does not read it any more."),
      ]),
    3: Question(
      "In the version of 2019 all waiting downloads depend on the newest. 7 runs, 2 to 6 wait, 8 to 14 are added. Which is next?",
      [
        .right("14", "all the others wait for it."),
        .wrong("6, left over from before", "6 waits for each download that was added after it."),
        .wrong("8, the oldest of the new ones", "8 waits for all downloads that were added after it."),
      ]),
    4: Question(
      "The same with three slots. 1, 2 and 3 have finished, eleven wait. How many run next?",
      [
        .wrong("three", "three slots are free, but only one of the eleven is ready."),
        .right("one", "each waits for all newer ones, so only the newest is ready."),
        .wrong("none", "the newest waits for no other, so it can run."),
      ]),
    5: Question(
      "Now the queue itself starts the newest ready download. 1, 2 and 3 have finished, and three slots are free. Which run next?",
      [
        .wrong("14 alone", "without dependencies all eleven are ready."),
        .wrong("4, 5 and 6", "that would be the oldest first."),
        .right("12, 13 and 14", "three slots are free, and these are the newest ready ones."),
      ]),
  ])
