import CourseKit
import Foundation
import Terminal

/// `course book DIR`: the whole course as a site that opens from a folder.
func book(_ course: Course, _ arguments: Arguments) throws -> Int32 {
  var arguments = arguments
  let edition = try arguments.value("--edition") ?? "student"
  guard ["student", "instructor"].contains(edition) else {
    throw CourseError("there is no edition '\(edition)'. The editions are student and instructor.")
  }
  guard let path = arguments.word() else { throw CourseError("book needs a folder to write into.") }
  try arguments.end()
  if edition == "instructor", !Catalogue.exercises.contains(where: { !course.solution(of: $0).isEmpty }) {
    throw CourseError(
      "this is the edition for students. It lacks the answers that a book for instructors shows.")
  }
  let folder = URL(filePath: path).standardizedFileURL.path
  let code = course.writeBook(to: folder, edition: edition)
  if code == 0 { Console.print("The book is in \(path): open its index.html.") }
  return code
}
