import CourseKit
import Foundation
import GradeKit
import Terminal

/// `grade export DIR`: the student edition.
func export(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let solutions = try arguments.value("--solutions")
  guard let path = arguments.word() else { throw CourseError("export needs a folder to write into.") }
  try arguments.end()
  let folder = URL(filePath: path)
  try StudentEdition(course).export(
    to: folder, solutions: solutions ?? "This edition has no solutions. Ask the person who gave it to you.")
  Console.print("The student edition is in \(path): no solutions, no alternatives, no mistakes.")
  Console.print("Make a repository of it that begins there; a history would show what is not in the files.")
  return 0
}
