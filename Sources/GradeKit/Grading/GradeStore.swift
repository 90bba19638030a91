import CourseKit
import Foundation
import Terminal

/// What has been graded so far in one class, kept on disk so that grading can be resumed.
///
/// Each result is written atomically, as soon as it exists. So however the tool ends, a stored result is
/// complete.
struct GradeStore: Sendable {
  /// The folder with the results.
  let folder: URL
  /// The folder for the files of this run.
  let work: URL
  /// The edition of the course; with another edition, everything is graded again.
  let edition: String
  /// The sandbox and the toolchain; a verdict found with others is not reused.
  let conditions: String
  private let lock: FileLock

  /// Opens the register of a class; until it is released, no other process can open it for the same part.
  ///
  /// All parts keep their results together.
  init(_ folder: URL, edition: String, conditions: String = "", part: String = "") throws {
    self.folder = folder
    self.edition = edition
    self.conditions = conditions
    work = folder.appending(path: "work\(part)")
    do {
      lock = try FileLock(folder.appending(path: "in-use\(part)"), writing: Programs.markOfThisTool)
    } catch let taken as FileLock.Taken {
      let process = taken.text.prefix { $0 != "-" }
      throw CourseError(
        "process \(process) is grading these submissions already. Wait for it, or end it and start again.")
    }
    // The former owner has ended, but if it was killed, processes that it started may still run.
    if !["", Programs.markOfThisTool].contains(lock.before) { Programs.endAll(marked: lock.before) }
  }

  /// The stored grade of a submission, if the submission has not changed since.
  func grade(_ student: String, _ taken: GradedFiles) -> Grade? {
    guard let data = FileManager.default.contents(atPath: file(student).path),
      let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.edition == edition,
      entry.conditions == conditions, entry.fingerprint == taken.fingerprint
    else { return nil }
    return entry.grade
  }

  func keep(_ grade: Grade, _ taken: GradedFiles) throws {
    let entry = Entry(
      edition: edition, conditions: conditions, fingerprint: taken.fingerprint, grade: grade)
    try Files.write(String(decoding: JSONEncoder().encode(entry), as: UTF8.self), to: file(grade.student))
  }

  /// Imports another register, for example from a run on another machine, from its folder or a copy of it.
  ///
  /// A second import changes nothing. Verdicts for another edition of the course are left out.
  func absorb(_ other: URL) throws {
    let theirs = other.appending(path: "results")
    guard Files.exists(theirs) else {
      throw CourseError(
        "'\(other.path)' is not a register: it has no folder 'results'. Name the folder that --register "
          + "named, or a "
          + "copy of it.")
    }
    for name in Files.names(in: theirs) where name.hasSuffix(".json") {
      guard let data = FileManager.default.contents(atPath: theirs.appending(path: name).path),
        let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.edition == edition
      else { continue }
      let mine = folder.appending(path: "results/\(name)")
      let before = FileManager.default.contents(atPath: mine.path).flatMap {
        try? JSONDecoder().decode(Entry.self, from: $0)
      }
      if let before, before.edition == edition, before.grade.date >= entry.grade.date { continue }
      try Files.write(String(decoding: data, as: UTF8.self), to: mine)
    }
  }

  private func file(_ student: String) -> URL {
    folder.appending(path: "results/\(Fingerprint([student]).text).json")
  }

  private struct Entry: Codable {
    let edition: String
    let conditions: String
    let fingerprint: String
    let grade: Grade
  }
}
