import Foundation

/// What a student has handed in: a folder or an archive, of which only named files are ever read.
///
/// Nothing is unpacked. A file of an archive is read through a pipe, up to a cap, so that an archive cannot
/// write anywhere, and one that is huge when unpacked costs no room.
struct Submission: Sendable {
  /// The student's id: the name of the folder, or of the archive without its ending.
  let student: String
  let url: URL
  /// The paths in it, from its course's root; only regular files and links, none below a link.
  private let paths: [String: Kind]
  /// What stands before these paths, as when everything is in one folder.
  private let prefix: String

  enum Kind: Sendable { case file, other }

  /// A file of a submission, or why it cannot be taken.
  enum Content { case text(String), refused(String), missing }

  static let sizeCap = 256 * 1024
  private static let archives = [".tar.gz", ".tgz", ".zip"]

  /// The submissions in a folder, in the order of their names.
  static func all(in folder: URL) -> [Submission] {
    Files.names(in: folder).compactMap { at(folder.appending(path: $0)) }
  }

  /// The submission that a folder or an archive is; nil when it is neither.
  static func at(_ url: URL) -> Submission? {
    let name = url.lastPathComponent
    if let ending = archives.first(where: name.hasSuffix), kind(of: url) == .typeRegular {
      return Submission(student: String(name.dropLast(ending.count)), archive: url)
    }
    return kind(of: url) == .typeDirectory ? Submission(student: name, folder: url) : nil
  }

  private static func kind(of url: URL) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
  }

  init(student: String, folder: URL) {
    var paths: [String: Kind] = [:]
    func walk(_ path: String, depth: Int) {
      // Bounded, so that nobody can make the walk long.
      guard depth < 8, paths.count < 20_000 else { return }
      for name in Files.names(in: folder.appending(path: path)) {
        let inner = path.isEmpty ? name : "\(path)/\(name)"
        switch Submission.kind(of: folder.appending(path: inner)) {
        case .typeDirectory: walk(inner, depth: depth + 1)
        case .typeRegular: paths[inner] = .file
        default: paths[inner] = .other
        }
      }
    }
    walk("", depth: 0)
    self.init(student: student, url: folder, all: paths)
  }

  init(student: String, archive: URL) {
    let listing = Submission.run(
      archive.path.hasSuffix(".zip") ? ["unzip", "-Z1", archive.path] : ["tar", "-tzf", archive.path],
      cap: 4 << 20)
    var paths: [String: Kind] = [:]
    for line in listing.output.split(separator: "\n") where !line.hasSuffix("/") {
      paths[String(line)] = .file
    }
    self.init(student: student, url: archive, all: paths)
  }

  private init(student: String, url: URL, all: [String: Kind]) {
    self.student = student
    self.url = url
    paths = all
    // The course is where the exercises are; of several places the one that is least deep.
    let folders = Catalogue.exercises.map(\.folder)
    let roots = all.keys.compactMap { path -> String? in
      let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard !parts.contains(".."), !path.hasPrefix("/"), let place = parts.firstIndex(where: folders.contains)
      else { return nil }
      let isInExercises = place > 0 && parts[place - 1] == "Exercises"
      // `Tests/ExerciseTests/05-Pipeline` has the name of an exercise too.
      if place > 0 && parts[place - 1] == "ExerciseTests" { return nil }
      return parts[..<(isInExercises ? place - 1 : place)].map { $0 + "/" }.joined()
        + (isInExercises ? "" : "\0")
    }
    prefix = roots.min { ($0.count { $0 == "/" }, $0) < ($1.count { $0 == "/" }, $1) } ?? ""
  }

  /// A file by its path in the course.
  func content(_ path: String) -> Content {
    // Marked where the exercises stand there without the folder `Exercises` around them.
    let isBare = prefix.hasSuffix("\0")
    let inner = isBare ? path.replacing("Exercises/", with: "", maxReplacements: 1) : path
    let full = (isBare ? String(prefix.dropLast()) : prefix) + inner
    let above = full.split(separator: "/").dropLast().indices.map { index in
      full.split(separator: "/")[...index].joined(separator: "/")
    }
    if above.contains(where: { paths[$0] == .other }) || paths[full] == .other {
      return .refused("\(path) is a link, or below one, and was not followed")
    }
    guard paths[full] == .file else { return loose(path).map { read($0, path) } ?? .missing }
    return read(full, path)
  }

  /// Where a file lies that somebody has handed in without the folder of its exercise.
  private func loose(_ path: String) -> String? {
    guard path.hasPrefix("Exercises/"), let name = path.split(separator: "/").last else { return nil }
    let found = paths.filter { $0.value == .file && $0.key.split(separator: "/").last == name }.keys
    // In another folder of the course it is another file of that name.
    return found.count == 1 ? found.first { !$0.contains("Exercises/") && !$0.contains("Tests/") } : nil
  }

  private func read(_ full: String, _ path: String) -> Content {
    url.hasDirectoryPath || Submission.kind(of: url) == .typeDirectory
      ? readFile(full, path) : readMember(full, path)
  }

  private func readFile(_ full: String, _ path: String) -> Content {
    let file = url.appending(path: full)
    let size = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int ?? 0
    if size > Submission.sizeCap { return .refused("\(path) has \(size) bytes, more than are read") }
    return Files.text(file).map(Content.text) ?? .refused("\(path) cannot be read")
  }

  private func readMember(_ full: String, _ path: String) -> Content {
    let isZip = url.path.hasSuffix(".zip")
    // In a zip a name may be a pattern; a bracket makes each sign stand for itself.
    let name = isZip ? full.map { "*?[\\".contains($0) ? "[\($0)]" : String($0) }.joined() : full
    let ending = Submission.run(
      isZip ? ["unzip", "-p", url.path, name] : ["tar", "-xzOf", url.path, "--", full],
      cap: Submission.sizeCap)
    if ending.wasCut { return .refused("\(path) is longer than is read") }
    return ending.isSuccess ? .text(ending.output) : .refused("\(path) cannot be read from the archive")
  }

  private static func run(_ words: [String], cap: Int) -> Ending {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return Programs.run(
      words, in: URL(filePath: "/"), environment: ["PATH": path, "LC_ALL": "C.UTF-8"], deadline: .seconds(30),
      outputCap: cap)
  }
}
