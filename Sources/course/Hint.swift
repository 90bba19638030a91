import CourseKit
import Terminal

/// `course hint`: the next of three hints; after passing, all that are left.
///
/// How many were shown is noted until then.
func hint(_ exercise: Exercise, in course: Course) throws -> Int32 {
  var progress = Progress(course)
  let isDone = progress.isDone(.exercise(exercise))
  let first = min(progress.hints(exercise) + 1, 3)
  let number = isDone ? 3 : first
  let texts = try (first...number).map { number in
    guard let text = course.text("Hints/\(number).md", of: exercise) else {
      throw CourseError(
        "Exercises/\(exercise.folder)/Hints/\(number).md is missing. Restore it, for example with 'git "
          + "restore'."
      )
    }
    return "\(Console.bold("Hint \(number) of 3 for exercise \(exercise.folder.prefix(2))"))\n\n"
      + Console.prose(text)
  }
  // Noted before it is shown, as a passed check is; after passing, a hint costs nothing.
  let note = Result {
    if isDone { return }
    progress.noteHints(exercise, number)
    try progress.save()
  }
  Console.print(texts.joined(separator: "\n"))
  if number == 3 {
    Console.print(
      "This was the last one; 'swift run course solution \(exercise.number) --give-up' shows an answer.")
  }
  try note.get()
  return 0
}

/// `course solution`: an answer beside the learner's, and the reasons for it.
func solution(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let givesUp = arguments.flag("--give-up")
  let exercise = try onlyExercise(&arguments, in: course)
  guard try mayShowAnswers(to: exercise, in: course, givesUp: givesUp) else { return 1 }
  let answers = course.answers(to: exercise)
  for (name, text) in course.solution(of: exercise) {
    let yours = answers.first { $0.name == name }?.text ?? ""
    let comparison = Comparison(yours, text)
    Console.print(
      comparison.text(
        titles: ("yours: \(name)", "solution: \(name)"), width: Terminal.width, colours: Colours()))
  }
  if let text = course.text("Explanation.md", of: exercise) { Console.print("\n\(Console.prose(text))") }
  let count = course.mistakes(of: exercise).count
  Console.print(
    "\n'swift run course mistakes \(exercise.number)' shows \(counted(count, "usual wrong answer"))."
  )
  return 0
}

/// Whether this copy has answers to an exercise; an error if the learner has neither passed nor given up.
func mayShowAnswers(to exercise: Exercise, in course: Course, givesUp: Bool) throws -> Bool {
  guard !course.solution(of: exercise).isEmpty else {
    let place =
      course.note("solutions.txt") ?? "This edition has no solutions. Ask the person who gave it to you."
    Console.print(place.trimmingCharacters(in: .newlines))
    return false
  }
  var progress = Progress(course)
  if progress.isDone(.exercise(exercise)) { return true }
  guard givesUp else {
    throw CourseError(
      "exercise \(exercise.number) is not done yet: its core does not hold. 'swift run course hint "
        + "\(exercise.number)' helps; "
        + "--give-up shows the answer now.")
  }
  progress.noteGivingUp(exercise)
  try progress.save()
  return true
}

/// `course reset`: restores the stub and keeps the learner's file.
func reset(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let isSure = arguments.flag("--yes")
  guard let number = try arguments.exercise() else {
    throw CourseError("reset needs the number of an exercise.")
  }
  let exercise = try chosen(number, in: course)
  try arguments.end()
  if !isSure {
    guard Terminal.isInteractive else {
      throw CourseError("this is not a terminal. Pass --yes to confirm.")
    }
    Terminal.show("Restore the stub of \(course.paths(of: exercise).joined(separator: ", "))? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
      Console.print("Nothing was changed.")
      return 1
    }
  }
  let kept = try course.reset(exercise)
  Console.print("Exercise \(exercise.folder.prefix(2)) is the untouched stub again.")
  for path in kept { Console.print("Your file is kept as \(path).") }
  return 0
}
