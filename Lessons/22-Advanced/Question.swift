import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "An operation has three blocks, and its queue has the limit 1. How many blocks run at the same time?",
  [
    .wrong("one", "the limit of 1 lets one operation run; its blocks are not counted."),
    .wrong("as many as there are cores", "the blocks have a thread each, whatever the number of cores."),
    .right("three", "a limit counts operations, and each block has a thread of its own."),
  ])
