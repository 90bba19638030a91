import CourseKit
import Typesetting

/// `course hint`: the next of three hints; how many were shown is noted.
func hint(_ exercise: Exercise, in course: Course) throws -> Int32 {
  var progress = Progress(course)
  let number = min(progress.hints(exercise) + 1, 3)
  guard let text = course.text("Hints/\(number).md", of: exercise) else {
    throw UsageError(
      "Exercises/\(exercise.folder)/Hints/\(number).md is missing. Restore it, for example with 'git restore'."
    )
  }
  // Noted before it is shown, as a passed check is; after passing, a hint costs nothing.
  let note = Result {
    guard !progress.isDone(.exercise(exercise)) else { return }
    progress.noteHints(exercise, number)
    try progress.save()
  }
  Page.print(
    "\(Page.bold("Hint \(number) of 3 for exercise \(exercise.folder.prefix(2))"))\n\n\(Page.prose(text))")
  if number == 3 {
    Page.print(
      "This was the last one; 'swift run course solution \(exercise.number) --give-up' shows an answer.")
  }
  try note.get()
  return 0
}

/// `course solution`: an answer beside the learner's, and the reasons for it.
func solution(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let givesUp = arguments.flag("--give-up")
  let showsMistakes = arguments.flag("--mistakes")
  let exercise = try onlyExercise(&arguments, in: course)
  var progress = Progress(course)
  let solution = course.solution(of: exercise)
  if solution.isEmpty {
    let place =
      course.note("solutions.txt") ?? "This edition has no solutions. Ask the person who gave it to you."
    Page.print(place.trimmingCharacters(in: .newlines))
    return 1
  }
  if !progress.isDone(.exercise(exercise)) {
    guard givesUp else {
      throw UsageError(
        "exercise \(exercise.number) has not passed its check yet. 'swift run course hint \(exercise.number)' helps; --give-up shows the solution now."
      )
    }
    progress.noteGivingUp(exercise)
    try progress.save()
  }
  if showsMistakes {
    showMistakes(of: exercise, in: course)
    return 0
  }
  let answers = course.answers(to: exercise)
  for (name, text) in solution {
    let yours = answers.first { $0.name == name }?.text ?? ""
    let comparison = Comparison(yours, text)
    Page.print(
      comparison.text(
        titles: ("yours: \(name)", "solution: \(name)"), width: Terminal.width, colours: Colours()))
  }
  if let text = course.text("Explanation.md", of: exercise) { Page.print("\n\(Page.prose(text))") }
  let count = course.mistakes(of: exercise).count
  Page.print(
    "\n'swift run course solution \(exercise.number) --mistakes' shows \(counted(count, "usual wrong answer"))."
  )
  return 0
}

/// `course reset`: restores the stub and keeps the learner's file.
func reset(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let isSure = arguments.flag("--yes")
  guard let word = arguments.word() else { throw UsageError("reset needs the number of an exercise.") }
  let exercise = try chosen(word, in: course)
  try arguments.end()
  if !isSure {
    guard Terminal.isInteractive else {
      throw UsageError("this is not a terminal. Pass --yes to confirm.")
    }
    Terminal.show("Restore the stub of \(course.paths(of: exercise).joined(separator: ", "))? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
      Page.print("Nothing was changed.")
      return 1
    }
  }
  let kept = try course.reset(exercise)
  Page.print("Exercise \(exercise.folder.prefix(2)) is the untouched stub again.")
  for path in kept { Page.print("Your file is kept as \(path).") }
  return 0
}
