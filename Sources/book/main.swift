import BookKit
import CourseKit
import Foundation

do {
  exit(try write(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("book: \(error)\n".utf8))
  exit((error as? CourseError)?.exitCode ?? 2)
}

/// Writes the book that the arguments describe; `course book` has checked them.
func write(_ words: [String]) throws -> Int32 {
  guard let course = Course.current(), let folder = words.first else { return 2 }
  let edition = words.dropFirst().compactMap(Book.Edition.init).first ?? .student
  let language = value("language:", in: words) ?? "en"
  var records =
    try value("records:", in: words).map { try Records(in: URL(filePath: $0)) }
    ?? Records(running: course) { print($0) }
  if words.contains("no-times") { records = records.withoutTimes }
  try Book(course, edition: edition, language: language, records: records).write(to: URL(filePath: folder))
  return 0
}

/// What stands behind a key.
func value(_ key: String, in words: [String]) -> String? {
  words.first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
}
