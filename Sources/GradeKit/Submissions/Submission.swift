import CourseKit
import Foundation

/// What a student has handed in: a folder or an archive, from which only named files are ever read.
///
/// Nothing is unpacked to disk. A file in an archive is read up to a cap. So an archive cannot write
/// anywhere, and one that is huge when unpacked takes no space.
struct Submission: Sendable {
  /// The student's id: the name of the folder, or of the archive without its extension.
  var student: String
  let url: URL
  let entries: Entries
  /// When the platform received it, as in `2026-11-20-10-11-12`, if its name says so.
  var attempt = ""
  /// Whether the platform has marked it as late.
  var isMarkedLate = false
  /// When it was handed in; nil if unknown.
  var handIn: HandIn?
  /// A prefix of the course's paths, for example if everything is in one folder.
  private let prefix: String

  /// A file of a submission, or why it cannot be taken.
  enum Content {
    /// The text, and the path where it was found if that differs from the course's.
    case text(String, from: String?)
    case refused(String)
    case missing
  }

  static let sizeCap = 256 * 1024

  init(student: String, url: URL, entries: Entries) {
    self.student = student
    self.url = url
    self.entries = entries
    // The course is in the folder that contains the exercises; of several, in the least deep one.
    let folders = Catalogue.exercises.map(\.folder)
    let roots = entries.all.keys.compactMap { path -> String? in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard !parts.contains(".."), !path.hasPrefix("/"),
        let place = parts.firstIndex(where: folders.contains),
        place > 0, parts[place - 1] == "Exercises"
      else { return nil }
      return parts[..<(place - 1)].map { $0 + "/" }.joined()
    }
    prefix = roots.min { ($0.count { $0 == "/" }, $0) < ($1.count { $0 == "/" }, $1) } ?? ""
  }

  init(student: String, folder: URL) {
    self.init(student: student, url: folder, entries: Entries(folder: folder))
  }

  init(student: String, archive: URL) {
    self.init(student: student, url: archive, entries: Entries(archive: archive))
  }

  /// Whether it holds no files at all, and nothing that could not be opened.
  var isEmpty: Bool { entries.all.isEmpty && entries.trouble.isEmpty && entries.dropped.isEmpty }

  /// Archives that cannot be read, one sentence each.
  var trouble: [String] { entries.trouble }

  /// The entries that were left out, in one sentence; nil if there are none.
  var droppedNote: String? {
    let texts = entries.dropped.map { "\(oneLine($0.path)) (\($0.reason))" }
    return texts.isEmpty ? nil : "left out: \(Submission.list(texts))"
  }

  /// The files that were not taken: neither those with a taken text nor those that the course has too.
  func others(than taken: Set<String>, texts: Set<String>, isOfTheCourse: (String) -> Bool) -> [String] {
    entries.all.keys.filter { full in
      let name = full.split(separator: "/").last.map(String.init) ?? full
      let path = full.hasPrefix(prefix) ? String(full.dropFirst(prefix.count)) : full
      return !taken.contains(full) && !name.hasPrefix(".") && name != "VisibleLocks.swift"
        && !path.hasPrefix(".") && !isOfTheCourse(path) && !isCopy(full, of: texts)
    }.sorted()
  }

  private func isCopy(_ full: String, of texts: Set<String>) -> Bool {
    guard full.hasSuffix(".swift"), case .text(let text, _) = read(full, full) else { return false }
    return texts.contains(text)
  }

  /// The first of some names, and how many there are besides.
  static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", and \(names.count - 8) more" : "")
  }

  /// The path of a file of the course in this submission.
  func full(_ path: String) -> String { prefix + path }

  /// What was found, for a report on a submission in which nothing is recognised.
  var listing: String {
    let paths = entries.all.keys.sorted().map(oneLine)
    return paths.isEmpty ? "there are no files" : "found these files: \(Submission.list(paths))"
  }

  /// A file by its exact path in the course.
  func content(_ path: String) -> Content {
    let full = prefix + path
    if isBelowLink(full) { return .refused("\(path) is a link, or below one, and was not followed") }
    return entries.all[full] == nil ? .missing : read(full, path)
  }

  private func isBelowLink(_ full: String) -> Bool {
    let parts = full.split(separator: "/")
    return parts.indices.contains { index in
      if case .other = entries.all[parts[...index].joined(separator: "/")] { true } else { false }
    }
  }

  /// The file of an exercise, by its path, or by the changed name and folder that an upload has given it.
  func answer(_ name: String, of exercise: Exercise) -> Content {
    let path = "Exercises/\(exercise.folder)/\(name)"
    switch content(path) {
    case .missing: break
    case let found: return found
    }
    let candidates = entries.all.keys.compactMap { full in
      Recognition.level(full, name, of: exercise).map { (full, level: $0) }
    }
    guard let best = candidates.map(\.level).min() else { return .missing }
    let paths = candidates.filter { $0.level == best }.map(\.0).sorted()
    var texts: [String] = []
    for full in paths {
      switch isBelowLink(full) ? .refused("\(full) is a link, and was not followed") : read(full, full) {
      case .text(let text, _): if !texts.contains(text) { texts.append(text) }
      case let refusal: return refusal
      }
    }
    if texts.count > 1 {
      let names = paths.map(oneLine).joined(separator: ", ")
      return .refused("\(path) could be any of \(names), which differ. Hand in one of them")
    }
    return .text(texts[0], from: paths[0])
  }

  private func read(_ full: String, _ path: String) -> Content {
    if entries.needsPassword(full) {
      return .refused("\(oneLine(path)) is packed with a password, so it cannot be read")
    }
    guard let data = entries.data(full, cap: Submission.sizeCap) else {
      return .refused("\(oneLine(path)) cannot be read")
    }
    if data.count > Submission.sizeCap {
      return .refused(
        "\(oneLine(path)) is longer than \(Submission.sizeCap / 1024) KB, the limit for a file")
    }
    switch SourceText.read(data) {
    case .success(let text): return .text(text, from: nil)
    case .failure(let error): return .refused("\(oneLine(path)) \(error.reason)")
    }
  }
}
