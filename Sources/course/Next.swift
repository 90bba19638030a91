import CourseKit
import Terminal

/// `course next`: moves to the next step that is not done.
func next(_ course: Course) throws -> Int32 {
  var progress = Progress(course)
  if let current = progress.current {
    progress.go(to: current)
    // Repairing a stage changes files that nobody checks: going on is the reader's word for it.
    if case .build = current { progress.markDone(current) }
    // A lesson that was started without this command has noted an answer.
    if case .lesson(let lesson) = current, !progress.isDone(current) {
      if progress.hasAnswers(lesson) {
        progress.markDone(current)
      } else {
        Console.print(
          "\(current.label) was not run, so it stays open: swift run course lesson \(lesson.number)\n")
      }
    }
  }
  let step = goOn(&progress, in: course)
  try progress.save()
  show(step, in: course)
  return 0
}

/// Moves to the next step that is in this copy of the course.
func goOn(_ progress: inout Progress, in course: Course) -> Step? {
  var step = progress.goOn()
  for _ in Catalogue.steps where step.map({ !course.has($0) }) ?? false { step = progress.goOn() }
  return step
}

/// `course lesson`: runs a lesson; what follows the number goes to the lesson.
func lesson(_ course: Course, _ words: [String]) throws -> Int32 {
  var words = words
  let lesson: LessonEntry
  if let word = words.first, !word.hasPrefix("-") {
    guard let number = Int(word), let found = Catalogue.lesson(number) else {
      throw CourseError("there is no lesson \(word). The numbers are 0 to \(Catalogue.lessons.count - 1).")
    }
    lesson = found
    words.removeFirst()
  } else if case .lesson(let current) = Progress(course).current {
    lesson = current
  } else {
    throw CourseError("which lesson? Name a number, as in 'swift run course lesson 7'.")
  }
  guard course.has(lesson) else {
    throw CourseError("Lessons/\(lesson.folder) is not in this copy of the course.")
  }
  if Terminal.showsErrors, !course.isBuilt(lesson) {
    Terminal.showError("Building the lesson first. The first build takes a minute or two.\n")
  }
  let code = course.run(lesson, words)
  // Listing its flags is not a run, and neither is answering its questions again.
  if code == 0, !words.contains(where: { ["--help", "-h", "--review"].contains($0) }) {
    var progress = Progress(course)
    progress.markDone(.lesson(lesson))
    try progress.save()
  }
  return code
}

/// `course review`: repeats the questions whose predictions were wrong, lesson by lesson.
func review(_ course: Course) throws -> Int32 {
  let wrong = Progress(course).predictionsToCorrect.map(\.lesson).filter(course.has)
  if wrong.isEmpty { Console.print("No prediction needs correcting.") }
  for lesson in wrong {
    let code = course.run(lesson, ["--review"])
    if code != 0 { return code }
  }
  return 0
}
