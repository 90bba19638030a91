import CourseKit
import Foundation
import ProofKit
import Terminal

/// `prove mistakes`: keeps a file as a wrong answer.
func mistakes(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let kept = try arguments.value("--keep")
  let exercise = try arguments.exercise()
  guard let kept, let exercise, let path = arguments.word() else {
    throw CourseError(
      "mistakes needs the number of an exercise, and --keep with a name and a file: "
        + "mistakes 5 --keep NAME FILE."
    )
  }
  try arguments.end()
  try MistakeFiles(course).keep(kept, URL(filePath: path), of: exercise)
  Console.print("It is kept as Exercises/\(exercise.folder)/Mistakes/\(kept).diff.")
  Console.print("Its first two lines must say what is wrong, and which test catches it.")
  return 0
}
