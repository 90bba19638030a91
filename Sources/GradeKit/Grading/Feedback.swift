import CourseKit
import Foundation
import Terminal

/// A page for each student: which tests passed, which failed, and their messages.
///
/// No page contains an answer.
package struct Feedback {
  private let grades: [Grade]

  /// The pages for these grades.
  package init(_ grades: [Grade]) { self.grades = grades }

  /// Writes the pages into a folder, named after the students.
  package func write(to folder: URL) throws {
    var names: Set<String> = []
    for grade in grades {
      let name = Feedback.fileName(grade.student, besides: &names)
      try Files.write(Feedback.page(grade), to: folder.appending(path: "\(name).md"))
    }
  }

  /// A file name that every system accepts.
  static func fileName(_ student: String) -> String {
    let name = String(student.map { $0.isLetter || $0.isNumber || "-_ .".contains($0) ? $0 : "_" })
    return name.isEmpty || name.hasPrefix(".") ? "_\(name)" : String(name.prefix(100))
  }

  /// A file name that no other student has.
  static func fileName(_ student: String, besides names: inout Set<String>) -> String {
    let name = fileName(student)
    // Two names may map to the same file name; a fingerprint distinguishes them.
    return names.insert(name.lowercased()).inserted ? name : "\(name)-\(Fingerprint([student]).text)"
  }

  static func page(_ grade: Grade) -> String {
    var text = grade.markdown
    let hints = grade.rows.compactMap { exercise, _ in
      grade.hints?[exercise.number].map { "\(exercise.folder) \($0)" }
    }
    if !hints.isEmpty { text += "\nHints taken, by your own notes: \(hints.joined(separator: ", "))\n" }
    for (exercise, report) in grade.rows where report.state != .mastered && report.state != .notStarted {
      text += "\n### \(exercise.folder): \(report.state.rawValue)\n"
      if !report.message.isEmpty { text += "\n\(fenced(report.message))" }
      for test in report.failures {
        text += "\n✘ \(oneLine(test.name))\n"
        for failure in test.failures { text += "\n\(fenced(failure))" }
      }
    }
    return text
  }

  /// A text quoted as it is: the fence is longer than any fence in it.
  private static func fenced(_ text: String) -> String {
    let longest = text.matches(of: /`+/).map(\.0.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)\n\(text)\n\(fence)\n"
  }
}
