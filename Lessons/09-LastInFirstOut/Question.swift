import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "Each new download becomes a dependency of the one before it. 7 runs, 1 to 6 wait, 8 to 14 come. Who is next?",
  [
    .wrong("14, the newest", "14 heads one of two chains, and that chain is the younger one."),
    .right(
      "6, left over from before",
      "7 runs already and cannot wait for 8: two chains are ready, and the older one wins."),
    .wrong("8, added right after 7", "8 waits for 9, which waits for 10, and so on to 14."),
  ])
