import CourseKit
import Foundation

extension Submission {
  /// A file, folder or archive of a class, and whose it is.
  private struct Part {
    let student: String
    let url: URL
    /// The name that the student gave a file; empty for a folder.
    let name: String
    /// When it was handed in, if its name says so; a later attempt replaces an earlier one.
    var attempt = ""
    var isLate = false
    /// Whether a platform has named it, and dated it by the download.
    var isExported = false
  }

  /// The submissions in a folder in the order of their names, and the files that are not graded, with the
  /// reason.
  ///
  /// What belongs to one student is one submission: folders, archives and files, whose names differ only in
  /// case or in the way in which an accent is encoded. With a zone, dates are read too.
  static func read(
    _ folder: URL, in zone: TimeZone? = nil
  ) -> (submissions: [Submission], others: [String]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let title = title(of: names)
    var parts: [String: [Part]] = [:]
    var others: [String] = []
    for name in names.sorted() where ![".DS_Store", ".git", "__MACOSX"].contains(name) {
      if let part = part(folder.appending(path: name), titled: title) {
        let key = part.student.precomposedStringWithCanonicalMapping.lowercased()
        parts[key, default: []].append(part)
      } else {
        others.append("\(name) (neither a folder nor an archive)")
      }
    }
    let submissions = parts.values.map { parts -> Submission in
      let last = parts.map(\.attempt).max() ?? ""
      others += parts.filter { $0.attempt != last }.map { "\($0.url.lastPathComponent) (an earlier attempt)" }
      return submission(of: parts.filter { $0.attempt == last }, in: zone)
    }
    return (
      withoutDatesOfDownload(submissions, in: zone ?? .gmt).sorted { $0.student < $1.student },
      others.sorted()
    )
  }

  private static func submission(of parts: [Part], in zone: TimeZone?) -> Submission {
    var submission = whole(parts)
    submission.attempt = parts[0].attempt
    submission.isMarkedLate = parts.contains(where: \.isLate)
    let isExported = parts.contains(where: \.isExported)
    submission.handIn = zone.flatMap { submission.handIn(in: $0, knowsFiles: !isExported) }
    return submission
  }

  private static func whole(_ parts: [Part]) -> Submission {
    let part = parts[0]
    if parts.count == 1 {
      if part.name.isEmpty { return Submission(student: part.student, folder: part.url) }
      if Entries.ending(part.url.lastPathComponent) != nil {
        return Submission(student: part.student, archive: part.url)
      }
    }
    let url = parts.first { $0.name.isEmpty }?.url ?? part.url
    return Submission(
      student: part.student, url: url, entries: Entries(parts: parts.map { ($0.name, $0.url) }))
  }

  /// The submissions in a folder, in the order of their names.
  static func all(in folder: URL) -> [Submission] { read(folder).submissions }

  /// The submission in a folder or an archive; nil if the file is neither.
  static func at(_ url: URL, in zone: TimeZone? = nil) -> Submission? {
    guard let part = part(url, titled: title(of: [url.lastPathComponent])),
      part.name.isEmpty || Entries.ending(part.name) != nil
    else { return nil }
    return submission(of: [part], in: zone)
  }

  private static func part(_ url: URL, titled title: String) -> Part? {
    let name = url.lastPathComponent
    switch Entries.kind(of: url) {
    case .typeDirectory:
      let export = name.wholeMatch(of: /(.+_\d+)_assignsubmission_[a-z]+_?/)
      return Part(
        student: export.map { String($0.1) } ?? name, url: url, name: "", isExported: export != nil)
    case .typeRegular:
      if let export = exported(name, titled: title) {
        return Part(
          student: export.student, url: url, name: export.file, attempt: export.attempt,
          isLate: export.isLate, isExported: true)
      }
      return Entries.ending(name).map { ending in
        Part(student: String(name.dropLast(ending.count)), url: url, name: name)
      }
    default: return nil
    }
  }

  /// The student and the file of a name in a flat folder that a learning platform exports.
  ///
  /// Moodle writes `Ada Lovelace_12345_assignsubmission_file_Pipeline.swift`, Canvas
  /// `lovelaceada_LATE_12345_67890_Pipeline-1.swift`, Blackboard `Week
  /// 5_alovelace_attempt_2026-11-20-10-11-12_Pipeline.swift`.
  static func exported(
    _ name: String, titled title: String
  ) -> (student: String, file: String, attempt: String, isLate: Bool)? {
    if let match = name.wholeMatch(of: /(.+_\d+)_assignsubmission_file_(.+)/) {
      return (String(match.1), String(match.2), "", false)
    }
    if let match = name.wholeMatch(of: attempted) {
      return (String(match.1.dropFirst(title.count)), String(match.3), String(match.2), false)
    }
    return name.wholeMatch(of: /(.+?)(_?LATE)?_(\d+)_\d+_(.+)/).map {
      ("\($0.1)_\($0.3)", String($0.4), "", $0.2 != nil)
    }
  }

  private static var attempted: Regex<(Substring, Substring, Substring, Substring)> {
    /(.+_[^_]+)_attempt_(\d{4}(?:-\d\d){5})_(.+)/
  }

  /// The assignment's title, with which Blackboard begins each name: a user's name may have a `_`, too.
  private static func title(of names: [String]) -> String {
    let owners = Set(names.compactMap { $0.wholeMatch(of: attempted)?.1 })
    guard let first = owners.first else { return "" }
    let common = owners.reduce(String(first)) { $0.commonPrefix(with: $1) }
    return common.lastIndex(of: "_").map { String(common[...$0]) } ?? ""
  }
}
