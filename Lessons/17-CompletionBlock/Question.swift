import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "The completion block loops on the main thread; a cancel is due there after 3 s. What happens then?",
  [
    .right("cancel is not called", "the loop is on the thread that would have to call it."),
    .wrong(
      "cancel is called, and the loop ends",
      "the call stands in the main queue, behind the loop that does not end."),
    .wrong(
      "cancel is called, and the loop goes on",
      "for that the main thread would have to leave the loop to make the call."),
  ])
