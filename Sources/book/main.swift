import BookKit
import CourseKit
import Foundation

do {
  exit(try write(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("book: \(error)\n".utf8))
  exit(2)
}

/// Writes the book that the arguments describe; `course book` has checked them.
func write(_ words: [String]) throws -> Int32 {
  guard let course = Course.current(), let folder = words.first else { return 2 }
  let edition = words.dropFirst().compactMap(Book.Edition.init).first ?? .student
  let language = words.first { $0.hasPrefix("language:") }.map { String($0.dropFirst(9)) } ?? "en"
  try Book(course, edition: edition, language: language).write(to: URL(filePath: folder))
  return 0
}
