import CourseKit
import Terminal

/// `course check`: builds an exercise and runs its tests.
func check(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let showsAll = arguments.flag("--all")
  if arguments.words == ["all"] { return try checkAll(course, triesEverything: showsAll) }
  let exercise = try onlyExercise(&arguments, in: course)
  let report = watched(course, showsAll) { $0.check(exercise) }
  try note(report, of: exercise, in: course) {
    ReportView(report, of: exercise, in: course, showsAll: showsAll).show()
  }
  return report.isDone ? 0 : 1
}

/// `course check all`: the tests of every exercise that was begun, and a table with the points.
private func checkAll(_ course: Course, triesEverything: Bool) throws -> Int32 {
  let exercises = Catalogue.exercises.filter(course.has)
  let begun = exercises.filter { !course.isUntouched($0) }
  let reports = watched(course, triesEverything) { $0.check(begun) }
  var progress = Progress(course)
  for report in reports {
    if let exercise = Catalogue.exercise(report.exercise) { progress.note(report, of: exercise) }
  }
  let note = Result { try progress.save() }
  let table = ReportTable(
    exercises.map { exercise in
      ReportTable.Row(
        exercise, reports.first { $0.exercise == exercise.number } ?? .notStarted(exercise))
    })
  Console.print(table.text())
  try note.get()
  return reports.allSatisfy(\.isDone) ? 0 : 1
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

/// Checks, and shows the present step in one line.
func watched<Result>(_ course: Course, _ triesEverything: Bool = false, _ check: (ExerciseRunner) -> Result)
  -> Result
{
  let line = ProgressLine()
  defer { line.clear() }
  var runner = ExerciseRunner(course)
  if triesEverything { runner.scope = .everything }
  runner.tell = { line.show($0.text) }
  return check(runner)
}

/// Notes an exercise that is done or mastered, and shows the report.
func note(_ report: Report, of exercise: Exercise, in course: Course, show: () -> Void) throws {
  // Noted before it is shown: a reader that closes the pipe, such as 'head', ends the program while it
  // prints.
  let note = Result {
    guard report.isDone else { return }
    var progress = Progress(course)
    progress.note(report, of: exercise)
    try progress.save()
  }
  show()
  try note.get()
}
