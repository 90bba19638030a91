import CourseKit
import Typesetting

/// `course check`: builds an exercise and runs its tests.
func check(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  if arguments.words == ["all"] { return try checkAll(course) }
  let exercise = try onlyExercise(&arguments, in: course)
  let line = ProgressLine()
  line.show("building exercise \(exercise.folder.prefix(2)) and running its tests …")
  let report = Workshop(course).check(exercise)
  line.clear()
  return try conclude(report, of: exercise, in: course) ? 0 : 1
}

/// `course check all`: the tests of every exercise that was begun, and a table with the points.
private func checkAll(_ course: Course) throws -> Int32 {
  let exercises = Catalogue.exercises.filter(course.has)
  let begun = exercises.filter { !course.isUntouched($0) }
  let line = ProgressLine()
  line.show("building \(counted(begun.count, "exercise")) and running the tests …")
  let reports = Workshop(course).check(begun)
  line.clear()
  var progress = Progress(course)
  for exercise in begun
  where reports.contains(where: { $0.exercise == exercise.number && $0.state == .passed }) {
    progress.markDone(.exercise(exercise))
  }
  let note = Result { try progress.save() }
  let table = ReportTable(
    exercises.map { exercise in
      (exercise, reports.first { $0.exercise == exercise.number } ?? .notStarted(exercise))
    })
  Console.print(table.text)
  try note.get()
  return reports.allSatisfy { $0.state == .passed } ? 0 : 1
}

/// The exercise that the rest of a command line names; any other word is refused.
func onlyExercise(_ arguments: inout Arguments, in course: Course) throws -> Exercise {
  let exercise = try arguments.exercise()
  // Before a missing number is reported: a misspelt flag is the likelier cause.
  try arguments.end()
  return try chosen(exercise, in: course)
}

/// That exercise, or else the current one; its folder must exist.
func chosen(_ exercise: Exercise?, in course: Course) throws -> Exercise {
  if let exercise {
    guard course.has(exercise) else {
      throw CourseError("Exercises/\(exercise.folder) is not in this copy of the course.")
    }
    return exercise
  }
  let progress = Progress(course)
  guard case .exercise(let exercise) = progress.current, course.has(exercise) else {
    let place = progress.current.map { "You are at \($0.label)" } ?? "You have completed the course"
    throw CourseError("which exercise? \(place); name a number, as in 'swift run course check 5'.")
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
  let title = Console.bold("Exercise \(number): \(exercise.topic)")
  switch report.state {
  case .passed:
    Console.print(
      "\(title)  \(Console.good("✓ all \(counted(report.tests.count, "test")) hold, \(exercise.points) points"))\n"
    )
    Console.print("  compare   swift run course solution \(exercise.number)   with the explanation")
    Console.print("  next      swift run course next")
    return
  case .didNotCompile:
    Console.print("\(title)  \(Console.bad("✘ does not compile"))\n\n\(report.message)\n")
    Console.print("Fix the first error first; later ones may disappear with it.")
    return
  case .notGraded:
    Console.print(
      "\(title)  \(Console.bad("✘ no verdict: the machine ended the run"))\n\n\(report.message)\n")
    Console.print("The cause is not in your file. 'swift run course doctor' looks for it; then check again.")
    return
  case .failed, .crashed, .timedOut, .tampered, .notStarted, .notRecognised:
    let holding = report.tests.count(where: \.hasPassed)
    let state = report.state == .failed ? "" : "\(report.state.rawValue), "
    Console.print(
      "\(title)  \(Console.bad("✘ \(state)\(holding) of \(counted(report.tests.count, "test")) hold"))\n")
  }
  if !report.message.isEmpty { Console.print(Console.indented(report.message, by: 2) + "\n") }
  var isFirst = true
  for test in report.tests {
    if test.hasPassed {
      Console.print(Console.item("✓", Console.good, test.name, Console.dim))
    } else {
      Console.print(Console.item("✘", Console.bad, test.name))
      if isFirst, !test.failures.isEmpty {
        isFirst = false
        Console.print("\n\(Console.indented(test.failures.joined(separator: "\n\n"), by: 4))\n")
      }
    }
  }
  let paths = course.paths(of: exercise).map { Console.path($0, in: course) }
  Console.print("\n  edit      \(paths.joined(separator: ", "))")
  Console.print("  stuck?    swift run course hint \(exercise.number)")
}
