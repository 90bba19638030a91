import LessonKit

/// The questions before this lesson and before its steps.
let questions = Questions(
  Question(
    "A hundred tasks in a task group each load a thumbnail. How many requests are under way at once?",
    [
      .wrong(
        "as many as the processor has cores",
        "a task that awaits gives its thread to the next one, which sends its request, too."),
      .wrong("64, like the operations of a queue", "a task group has no such number."),
      .right("a hundred", "a task group has no limit. There are few threads, but none of them waits."),
    ]),
  before: [
    2: Question(
      "An async function wraps a callback in a continuation. Its task is cancelled while it awaits. What happens?",
      [
        .wrong("The await throws at once", "nobody resumes the continuation until the server answers."),
        .right(
          "It waits for the answer, and returns it",
          "cancelling a task sets a flag, and the continuation does not know the request."),
        .wrong("The server's request is cancelled", "the server was not told."),
      ]),
    3: Question(
      "Three threads start, cancel and finish one operation. How do you test every order?",
      [
        .right(
          "let the Explorer try them",
          "it switches threads at each lock, and shows the schedule that breaks a rule."),
        .wrong("run it in a loop", "most orders would never occur, and a failing one could not be repeated."),
        .wrong("with the thread sanitizer", "it finds unlocked accesses in the orders that occur."),
      ]),
  ])
