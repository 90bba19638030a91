import CourseKit
import Foundation
import ProofKit
import Terminal

/// `prove mistakes`: writes the wrong answers out as files, or keeps a file as one.
func mistakes(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let kept = try arguments.value("--keep")
  let chosen = try arguments.exercise().map { [$0] } ?? Catalogue.exercises
  let files = MistakeFiles(course)
  if let kept {
    guard chosen.count == 1 else {
      throw CourseError("mistakes --keep needs the number of the exercise, before everything else.")
    }
    guard let path = arguments.word() else {
      throw CourseError("mistakes --keep \(kept) needs a file with the wrong answer.")
    }
    try arguments.end()
    try files.keep(kept, URL(filePath: path), of: chosen[0])
    Console.print("It is kept as Exercises/\(chosen[0].folder)/Mistakes/\(kept).diff.")
    Console.print("Its first two lines must say what is wrong, and which test catches it.")
    return 0
  }
  try arguments.end()
  var problems: [String] = []
  for exercise in chosen where course.has(exercise) {
    problems += try files.write(exercise).map { "Exercises/\(exercise.folder)/\($0)" }
  }
  for problem in problems { Console.print(Console.item("✘", Console.bad, problem)) }
  Console.print("The wrong answers are in .build/mistakes.")
  return problems.isEmpty ? 0 : 1
}
