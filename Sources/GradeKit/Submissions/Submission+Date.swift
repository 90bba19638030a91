import CourseKit
import Foundation

extension Submission {
  /// When the work was handed in: the time of its newest commit, or else of its newest file, or of its
  /// archive.
  ///
  /// The files in `.git` are read and git is not run: a student's configuration there could start programs.
  var date: Date? {
    if url.hasDirectoryPath || Entries.kind(of: url) == .typeDirectory, let date = commitDate { return date }
    let files = newest
    return files ?? modified(url)
  }

  private func modified(_ url: URL) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
  }

  private var commitDate: Date? {
    let git = url.appending(path: ".git")
    guard let head = Files.text(git.appending(path: "HEAD"))?.trimmingCharacters(in: .whitespacesAndNewlines)
    else { return nil }
    let reference = head.hasPrefix("ref: refs/") && !head.contains("..") ? String(head.dropFirst(5)) : nil
    let hash =
      reference == nil
      ? head
      : Files.text(git.appending(path: reference ?? ""))?.trimmingCharacters(in: .whitespacesAndNewlines)
    let fromObject = hash.flatMap { hash -> Date? in
      guard hash.count == 40, hash.allSatisfy(\.isHexDigit),
        let data = try? Data(
          contentsOf: git.appending(path: "objects/\(hash.prefix(2))/\(hash.dropFirst(2))")),
        data.count < 1 << 20, let commit = Inflate.unpack(data.dropFirst(2), cap: 1 << 16)
      else { return nil }
      return Submission.time(of: "committer ", in: String(decoding: commit, as: UTF8.self))
    }
    // The commit is in a pack file, but the branch's log has its time too.
    return fromObject
      ?? Files.text(git.appending(path: "logs/HEAD")).flatMap { log in
        log.split(separator: "\n").last.flatMap { Submission.time(of: "", in: String($0)) }
      }
  }

  /// The seconds after an address, in the first line that begins with `word`.
  private static func time(of word: String, in text: String) -> Date? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(word) }
    let seconds = line.flatMap { $0.firstMatch(of: /> (\d{1,12}) [+-]\d{4}/) }.flatMap { Double($0.1) }
    return seconds.map(Date.init(timeIntervalSince1970:))
  }
}
