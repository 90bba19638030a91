import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "An operation is started and paused at once; its network thread comes late. How does it end?",
  [
    .wrong(
      "it finishes, as the document says", "finish is refused: the table has no move from paused to finished."
    ),
    .right(
      "its task runs, but it never finishes",
      "the state is not checked before the task, and the table has no move from paused to finished."),
    .wrong("its task does not run", "the network thread runs the task without asking for the state."),
  ])
