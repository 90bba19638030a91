import CourseKit
import Foundation

/// When a submission was handed in, and how that is known.
package struct HandIn: Sendable, Codable, Equatable {
  package let date: Date
  /// What has this date, as in 'its newest commit'.
  package let source: String

  static let newestFile = "its newest file"
}

extension Submission {
  /// The time of its newest commit, or else of the newest file inside an archive or on disk, or of an archive
  /// whose files have no time.
  ///
  /// The date of a folder never counts, nor that of a file that Moodle or Canvas has named: it is that of a
  /// download. Archives often have times without a zone;
  /// they are read as those of `zone`.
  func handIn(in zone: TimeZone, knowsFiles: Bool = true) -> HandIn? {
    if let date = ClassRules.date(attempt, zone) { return HandIn(date: date, source: "its name") }
    if let date = Submission.commitDate(in: url.appending(path: ".git")) {
      return HandIn(date: date, source: "its newest commit")
    }
    let dates = [
      (entries.newest(.inArchives, in: zone), "the newest file in its archive"),
      (knowsFiles ? entries.newest(.onDisk, in: zone) : nil, HandIn.newestFile),
    ].compactMap { date, source in date.map { HandIn(date: $0, source: source) } }
    let ofArchive = knowsFiles ? entries.newest(.archives, in: zone) : nil
    return dates.max { $0.date < $1.date }
      ?? ofArchive.map { HandIn(date: $0, source: "the date of its archive") }
  }

  /// Leaves the dates of files on disk out if they show when the class was downloaded or copied: if those of
  /// three submissions or more, and of no others, are of the same two minutes.
  static func withoutDatesOfDownload(_ all: [Submission], in zone: TimeZone) -> [Submission] {
    let dates = all.compactMap(\.handIn).filter { $0.source == HandIn.newestFile }.map(\.date)
    guard dates.count > 2, let first = dates.min(), let last = dates.max(),
      last.timeIntervalSince(first) <= 120
    else { return all }
    return all.map { submission in
      var submission = submission
      if submission.handIn?.source == HandIn.newestFile {
        submission.handIn = submission.handIn(in: zone, knowsFiles: false)
      }
      return submission
    }
  }

  /// The time of the commit that is checked out.
  ///
  /// A student's configuration could start programs, so git runs in a new repository, which only borrows the
  /// student's objects.
  private static func commitDate(in git: URL) -> Date? {
    func text(_ path: String) -> String? {
      Files.text(git.appending(path: path))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    guard let head = text("HEAD"), !head.contains("..") else { return nil }
    let name = head.hasPrefix("ref: refs/") ? String(head.dropFirst(5)) : nil
    let packed = text("packed-refs")?.split(separator: "\n").first { $0.hasSuffix(" \(name ?? "-")") }
    let hash = name.map { text($0) ?? packed.map { String($0.prefix(40)) } ?? "" } ?? head
    guard hash.count == 40, hash.allSatisfy(\.isHexDigit) else { return nil }
    let own = FileManager.default.temporaryDirectory.appending(path: "dates-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: own) }
    for path in ["HEAD", "refs/x"] {
      try? Files.write("ref: refs/heads/main\n", to: own.appending(path: path))
    }
    let result = Programs.run(
      ["git", "cat-file", "commit", hash], in: own,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "GIT_DIR": own.path,
        "GIT_OBJECT_DIRECTORY": git.appending(path: "objects").path, "GIT_CONFIG_NOSYSTEM": "1",
        "HOME": own.path,
      ], deadline: .seconds(60), outputCap: 1 << 16)
    let line = result.output.split(separator: "\n").first { $0.hasPrefix("committer ") }
    return line?.firstMatch(of: /> (\d{1,12}) [+-]\d{4}/).flatMap { Double($0.1) }
      .map(Date.init(timeIntervalSince1970:))
  }
}
