import CourseKit
import Typesetting

/// `course check`: builds an exercise and runs its tests.
func check(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let showsAll = arguments.flag("--all")
  if arguments.words == ["all"] { return try checkAll(course, triesEverything: showsAll) }
  let exercise = try onlyExercise(&arguments, in: course)
  let line = ProgressLine()
  line.show("building exercise \(exercise.folder.prefix(2)) and running its tests …")
  var workshop = Workshop(course)
  if showsAll { workshop.scope = .everything }
  let report = workshop.check(exercise)
  line.clear()
  return try conclude(report, of: exercise, in: course, showsAll: showsAll) ? 0 : 1
}

/// `course check all`: the tests of every exercise that was begun, and a table with the points.
private func checkAll(_ course: Course, triesEverything: Bool) throws -> Int32 {
  let exercises = Catalogue.exercises.filter(course.has)
  let begun = exercises.filter { !course.isUntouched($0) }
  let line = ProgressLine()
  line.show("building \(counted(begun.count, "exercise")) and running the tests …")
  var workshop = Workshop(course)
  if triesEverything { workshop.scope = .everything }
  let reports = workshop.check(begun)
  line.clear()
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

/// Shows the report of a check, and notes an exercise that is done or mastered; returns whether the core holds.
func conclude(_ report: Report, of exercise: Exercise, in course: Course, showsAll: Bool = false) throws
  -> Bool
{
  // Noted before it is shown: a reader that closes the pipe, such as 'head', ends the program while it prints.
  let note = Result {
    guard report.isDone else { return }
    var progress = Progress(course)
    progress.note(report, of: exercise)
    try progress.save()
  }
  show(report, of: exercise, in: course, showsAll: showsAll)
  try note.get()
  return report.isDone
}

/// Shows the first failure in full and one line for each other requirement.
///
/// The depth is one line until the core holds, and the core is one line afterwards.
func show(_ report: Report, of exercise: Exercise, in course: Course, showsAll: Bool) {
  let title = Console.bold("Exercise \(exercise.folder.prefix(2)): \(exercise.topic)")
  let points = report.score(outOf: exercise.points)
  let (core, depth) = (report.tests(.core), report.tests(.depth))
  let holding = core.count(where: \.hasPassed)
  switch report.state {
  case .mastered:
    let levels = depth.isEmpty ? "all \(counted(core.count, "requirement")) hold" : "core and depth hold"
    Console.print("\(title)  \(Console.good("✓ mastered: \(levels), \(points.total) points"))\n")
  case .done:
    Console.print(
      "\(title)  \(Console.good("✓ done: the core holds, \(points.total) of \(exercise.points.total) points"))\n"
    )
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
    let state = report.state == .failed ? "" : "\(report.state.rawValue), "
    let level = depth.isEmpty ? "requirement" : "requirement of the core"
    Console.print(
      "\(title)  \(Console.bad("✘ \(state)\(holding) of \(core.count) \(level) hold"))\n")
  }
  if !report.message.isEmpty { Console.print(Console.indented(report.message, by: 2) + "\n") }
  var isFirst = true
  for (level, tests) in [(Requirement.Level.core, core), (.depth, depth)] where !tests.isEmpty {
    let hold = tests.allSatisfy(\.hasPassed)
    let isShown = showsAll || (level == .core ? !report.isDone : report.state == .done)
    if !isShown {
      let requirements = counted(tests.count, "requirement")
      let text = hold ? "\(level): all \(requirements) hold" : "\(level): \(requirements), after the core"
      Console.print(Console.item(hold ? "✓" : "○", hold ? Console.good : Console.dim, text, Console.dim))
      continue
    }
    if level == .depth {
      Console.print("\n\(tests.count(where: \.hasPassed)) of \(tests.count) of the depth hold:")
    }
    for test in tests { show(test, isFirst: &isFirst) }
  }
  if report.isDone {
    Console.print("\n  compare   swift run course solution \(exercise.number)   with the explanation")
    Console.print("  next      swift run course next")
  }
  guard report.state != .mastered else { return }
  let paths = course.paths(of: exercise).map { Console.path($0, in: course) }
  Console.print("\(report.isDone ? "" : "\n")  edit      \(paths.joined(separator: ", "))")
  Console.print("  stuck?    swift run course hint \(exercise.number)")
}

/// One line for a requirement; the first that fails is followed by its failures.
private func show(_ test: TestResult, isFirst: inout Bool) {
  if test.hasPassed {
    Console.print(Console.item("✓", Console.good, test.name, Console.dim))
  } else if !test.wasTried {
    Console.print(Console.item("○", Console.dim, test.name, Console.dim))
  } else {
    Console.print(Console.item("✘", Console.bad, test.name))
    if isFirst, !test.failures.isEmpty {
      isFirst = false
      Console.print("\n\(Console.indented(test.failures.joined(separator: "\n\n"), by: 4))\n")
    }
  }
}
