import CourseKit
import Foundation

import struct LessonKit.Record

/// The records of the lessons' runs.
public struct Records: Sendable {
  private let records: [Int: Record]

  /// The records by the lessons' numbers; a lesson without one is shown by its text alone.
  public init(_ records: [Record] = []) {
    self.records = Dictionary(records.map { ($0.lesson, $0) }) { $1 }
  }

  func of(_ lesson: LessonEntry) -> Record? { records[lesson.number] }

  /// Runs each lesson of a course, unless a cached record is still valid.
  package init(running course: Course, say: (String) -> Void) throws {
    let library = Library(root: course.root)
    let shared = library.fingerprint(of: ["Sources", "Lessons/Documents"])
    self.init(
      try Catalogue.lessons.map { lesson in
        let mark = library.fingerprint(of: ["Lessons/\(lesson.folder)"], begin: shared)
        let kept = KeptFile(library, "\(lesson.program)-\(mark.text).json")
        if let data = kept.data, let record = try? Records.read(data, of: lesson) { return record }
        say("Running \(lesson.program).")
        try course.build(lesson)
        let data = try course.output(of: lesson, ["--json", "--places"])
        let record = try Records.read(data, of: lesson)
        try kept.write(data)
        return record
      })
  }

  /// The record if it belongs to this lesson and its claims held.
  static func read(_ data: Data, of lesson: LessonEntry) throws -> Record {
    guard let record = try? JSONDecoder().decode(Record.self, from: data), record.format == Record.known
    else {
      throw CourseError("What \(lesson.program) printed is not the record of a lesson.")
    }
    guard record.lesson == lesson.number, record.outcome == .held else {
      throw CourseError("Not every claim of \(lesson.program) has held. Run it again.")
    }
    return record
  }
}

extension Record {
  /// The version of the record's format that the pages need.
  fileprivate static let known = 1
}
