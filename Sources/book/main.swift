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
  var records =
    try arguments.value("--records").map { try Records(in: URL(filePath: $0)) }
    ?? Records(running: course) { print($0) }
  if arguments.flag("--no-times") { records = records.withoutTimes }
  guard let folder = arguments.word() else { throw CourseError("book needs a folder to write into.") }
  try arguments.end()
  try Book(course, edition: edition, records: records).write(to: URL(filePath: folder))
} catch {
  Terminal.showError("book: \(error)\n")
  exit((error as? CourseError)?.exitCode ?? 2)
}
