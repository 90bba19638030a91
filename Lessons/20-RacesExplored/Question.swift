import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "start() begins a thread and then writes executing = true. The thread ends at once. What may be left?",
  [
    .right(
      "finished and executing, for ever",
      "the thread may be through before start() writes, and no thread writes after that."),
    .wrong(
      "finished, and not executing",
      "that is the good order, and one order is worse: the late write comes after the end."),
    .wrong("executing, and not finished", "the thread has written finished before start() goes on."),
  ])
