import LessonKit

/// What this lesson asks before it begins.
let question = Question(
  "One thread serves four downloads of a slow server. How many can be on their way at the same time?",
  [
    .wrong(
      "one, the others wait for the thread",
      "the thread does not wait in a request; the run loop wakes it when data has come."),
    .right("all four", "the thread is not busy while a server takes its time; it sleeps."),
    .wrong(
      "as many as there are cores", "cores limit what is computed at the same time, not what is awaited."),
  ])
