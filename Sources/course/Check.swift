import CourseKit
import Typesetting

/// `course check`: builds an exercise and runs its tests.
func check(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let exercise = try onlyExercise(&arguments, in: course)
  let line = ProgressLine()
  line.show("building exercise \(exercise.folder.prefix(2)) and running its tests …")
  let report = Workshop(course).check(exercise)
  line.clear()
  return try conclude(report, of: exercise, in: course) ? 0 : 1
}

/// The exercise that the rest of a command line names; any other word is refused.
func onlyExercise(_ arguments: inout Arguments, in course: Course) throws -> Exercise {
  let word = arguments.word()
  // Before a missing number is reported: a misspelt flag is the likelier cause.
  try arguments.end()
  return try chosen(word, in: course)
}

/// The exercise with that number, or else the current one; its folder must exist.
func chosen(_ word: String?, in course: Course) throws -> Exercise {
  if let word {
    let exercise = try exercise(word)
    guard course.has(exercise) else {
      throw UsageError("Exercises/\(exercise.folder) is not in this copy of the course.")
    }
    return exercise
  }
  let progress = Progress(course)
  guard case .exercise(let exercise) = progress.current, course.has(exercise) else {
    let place = progress.current.map { "You are at \($0.label)" } ?? "You have completed the course"
    throw UsageError("which exercise? \(place); name a number, as in 'swift run course check 5'.")
  }
  return exercise
}

/// Shows the report of a check, and notes an exercise that has passed.
func conclude(_ report: Report, of exercise: Exercise, in course: Course) throws -> Bool {
  // Noted before it is shown: a reader that closes the pipe, such as 'head', ends the program while it prints.
  let note = Result {
    guard report.state == .passed else { return }
    var progress = Progress(course)
    progress.markDone(.exercise(exercise))
    try progress.save()
  }
  show(report, of: exercise, in: course)
  try note.get()
  return report.state == .passed
}

/// Shows the first failure in full and one line for each other test.
func show(_ report: Report, of exercise: Exercise, in course: Course) {
  let number = exercise.folder.prefix(2)
  let title = Page.bold("Exercise \(number): \(exercise.topic)")
  switch report.state {
  case .passed:
    Page.print(
      "\(title)  \(Page.good("✓ all \(counted(report.tests.count, "test")) hold, \(exercise.points) points"))\n"
    )
    Page.print("  compare   swift run course solution \(exercise.number)   with the explanation")
    Page.print("  next      swift run course next")
    return
  case .didNotCompile:
    Page.print("\(title)  \(Page.bad("✘ does not compile"))\n\n\(report.message)\n")
    Page.print("Fix the first error first; later ones may disappear with it.")
    return
  case .notGraded:
    Page.print("\(title)  \(Page.bad("✘ no verdict: the machine ended the run"))\n\n\(report.message)\n")
    Page.print("The cause is not in your file. 'swift run course doctor' looks for it; then check again.")
    return
  case .failed, .crashed, .timedOut, .tampered, .notStarted, .notRecognised:
    let holding = report.tests.count(where: \.hasPassed)
    let state = report.state == .failed ? "" : "\(report.state.rawValue), "
    Page.print(
      "\(title)  \(Page.bad("✘ \(state)\(holding) of \(counted(report.tests.count, "test")) hold"))\n")
  }
  if !report.message.isEmpty { Page.print(Page.indented(report.message, by: 2) + "\n") }
  var isFirst = true
  for test in report.tests {
    if test.hasPassed {
      Page.print(Page.item("✓", Page.good, test.name, Page.dim))
    } else {
      Page.print(Page.item("✘", Page.bad, test.name))
      if isFirst, !test.failures.isEmpty {
        isFirst = false
        Page.print("\n\(Page.indented(test.failures.joined(separator: "\n\n"), by: 4))\n")
      }
    }
  }
  let paths = course.paths(of: exercise).map { Page.path($0, in: course) }
  Page.print("\n  edit      \(paths.joined(separator: ", "))")
  Page.print("  stuck?    swift run course hint \(exercise.number)")
}
