import CourseKit
import Foundation
import Typesetting

/// `course solution --mistakes`: each usual wrong answer, why it is wrong, and how it differs from the solution.
func showMistakes(of exercise: Exercise, in course: Course) {
  let mistakes = course.mistakes(of: exercise)
  Page.print("\(counted(mistakes.count, "usual wrong answer")) to exercise \(exercise.number).")
  Page.print("Each lacks the red lines of the solution and has the green ones instead.")
  for (number, mistake) in zip(1..., mistakes) {
    let wrong = mistake.wrong.prefix(1).uppercased() + mistake.wrong.dropFirst()
    Page.print("\n\(Page.bold("\(number). \(mistake.name)"))")
    Page.print(Page.indented(wrong, by: 3))
    Page.print(Page.indented("Caught by: \(mistake.caughtBy)", by: 3))
    for line in mistake.difference.description.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = String(line)
      switch text.first {
      case "-" where !text.hasPrefix("--- "): Page.print("   \(Page.bad(text))")
      case "+" where !text.hasPrefix("+++ "): Page.print("   \(Page.good(text))")
      case "@": Page.print("   \(Page.dim(text))")
      case " ": Page.print("   \(text)")
      default: break
      }
    }
  }
}

/// `course mistakes`: writes the wrong answers out as files, or keeps a file as one.
func mistakes(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let kept = try arguments.value("--keep")
  let chosen = try arguments.word().map { [try exercise($0)] } ?? Catalogue.exercises
  let files = MistakeFiles(course)
  if let kept {
    guard chosen.count == 1 else {
      throw UsageError("mistakes --keep needs the number of the exercise, before everything else.")
    }
    guard let path = arguments.word() else {
      throw UsageError("mistakes --keep \(kept) needs a file with the wrong answer.")
    }
    try arguments.end()
    try files.keep(kept, URL(filePath: path), of: chosen[0])
    Page.print("It is kept as Exercises/\(chosen[0].folder)/Mistakes/\(kept).diff.")
    Page.print("Its first two lines must say what is wrong, and which test catches it.")
    return 0
  }
  try arguments.end()
  var problems: [String] = []
  for exercise in chosen where course.has(exercise) {
    problems += try files.write(exercise).map { "Exercises/\(exercise.folder)/\($0)" }
  }
  for problem in problems { Page.print(Page.item("✘", Page.bad, problem)) }
  Page.print(
    "The wrong answers are in .build/mistakes; 'EXERCISES=mistakes-1 swift test' compiles the first of each.")
  return problems.isEmpty ? 0 : 1
}
