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

  /// Reads a folder with `lesson00.json` and so on, as `--json` prints them.
  public init(in folder: URL) throws {
    self.init(
      try Catalogue.lessons.map { lesson in
        let file = folder.appending(path: "\(lesson.program).json")
        guard let data = FileManager.default.contents(atPath: file.path) else {
          throw CourseError("There is no \(file.path). 'swift run lesson05 --json' prints such a file.")
        }
        return try Records.read(data, of: lesson, named: file.path)
      })
  }

  /// Runs each lesson of a course, unless a cached record is still valid.
  package init(running course: Course, say: (String) -> Void) throws {
    let library = Library(root: course.root)
    let shared = library.fingerprint(of: ["Sources", "Lessons/Documents"])
    self.init(
      try Catalogue.lessons.map { lesson in
        let mark = library.fingerprint(of: ["Lessons/\(lesson.folder)"], begin: shared)
        let kept = KeptFile(library, "\(lesson.program)-\(mark.text).json")
        if let data = kept.data, let record = try? Records.read(data, of: lesson, named: "") { return record }
        say("Running \(lesson.program).")
        try course.build(lesson)
        let data = try course.output(of: lesson, ["--json", "--places"])
        let record = try Records.read(data, of: lesson, named: lesson.program)
        try kept.write(data)
        return record
      })
  }

  /// The same records without times and other values that vary, so that the same lessons always give the same
  /// book.
  public var withoutTimes: Records { Records(records.values.map(\.withoutTimes)) }

  /// The record if it belongs to this lesson and its claims held.
  private static func read(_ data: Data, of lesson: LessonEntry, named name: String) throws -> Record {
    guard let record = try? JSONDecoder().decode(Record.self, from: data), record.format == Record.known
    else {
      throw CourseError("\(name) is not the record of a lesson.")
    }
    guard record.lesson == lesson.number, record.outcome == .held else {
      throw CourseError("\(name): not every claim of lesson \(lesson.number) has held. Run it again.")
    }
    return record
  }
}

extension Record {
  /// The version of the record's format that the pages need.
  fileprivate static let known = 1
}
