import BookKit
import CourseKit
import Foundation
import Terminal

// Writes the book that the arguments describe; `course book` has checked them and passes them on.
do {
  var arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
  guard let course = Course.current() else {
    throw CourseError("there is no course in this folder or above it.")
  }
  let edition = Book.Edition(rawValue: try arguments.value("--edition") ?? "") ?? .student
  guard let folder = arguments.word() else { throw CourseError("book needs a folder to write into.") }
  try arguments.end()
  let records = try Records(running: course) { print($0) }
  try Book(course, edition: edition, records: records).write(to: URL(filePath: folder))
} catch {
  Terminal.showError("book: \(error)\n")
  exit((error as? CourseError)?.exitCode ?? 2)
}
