import CourseKit
import Foundation

extension Submission {
  /// The submissions in a folder in the order of their names, and the names of other files.
  static func read(_ folder: URL) -> (submissions: [Submission], others: [String]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var submissions: [Submission] = []
    var flat: [String: [(path: String, url: URL)]] = [:]
    var others: [String] = []
    for name in names.sorted() where ![".DS_Store", ".git", "__MACOSX"].contains(name) {
      let url = folder.appending(path: name)
      if let submission = at(url) {
        submissions.append(submission)
      } else if let (student, file) = exported(name), Entries.kind(of: url) == .typeRegular {
        flat[student, default: []].append((file, url))
      } else {
        others.append(name)
      }
    }
    for (student, files) in flat {
      submissions.append(Submission(student: student, url: folder, entries: Entries(files: files)))
    }
    return (toldApart(submissions).sorted { $0.student < $1.student }, others)
  }

  /// The submissions in a folder, in the order of their names.
  static func all(in folder: URL) -> [Submission] { read(folder).submissions }

  /// The submission in a folder or an archive; nil if the file is neither.
  static func at(_ url: URL) -> Submission? {
    let name = url.lastPathComponent
    switch Entries.kind(of: url) {
    case .typeDirectory: return Submission(student: name, folder: url)
    case .typeRegular:
      return Entries.ending(name).map { ending in
        Submission(student: String(name.dropLast(ending.count)), archive: url)
      }
    default: return nil
    }
  }

  /// The student and the file of a name in a flat folder that a learning platform exports.
  ///
  /// Moodle writes `Ada Lovelace_12345_assignsubmission_file_Pipeline.swift`, Canvas
  /// `lovelaceada_LATE_12345_67890_Pipeline-1.swift`.
  static func exported(_ name: String) -> (student: String, file: String)? {
    if let match = name.wholeMatch(of: /(.+_\d+)_assignsubmission_file_(.+)/) {
      return (String(match.1), String(match.2))
    }
    return name.wholeMatch(of: /(.+?)_(?:LATE_)?(\d+)_\d+_(.+)/).map { ("\($0.1)_\($0.2)", String($0.3)) }
  }

  /// Renames students of the same name to the names of what they have handed in, which differ.
  private static func toldApart(_ submissions: [Submission]) -> [Submission] {
    var counts: [String: Int] = [:]
    for submission in submissions { counts[submission.student, default: 0] += 1 }
    return submissions.map { submission in
      guard counts[submission.student, default: 0] > 1 else { return submission }
      var submission = submission
      submission.student += " (\(submission.url.lastPathComponent))"
      return submission
    }
  }
}
