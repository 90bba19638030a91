import CourseKit
import Foundation

/// The files of a submission by their paths, wherever they are: on disk, in an archive, or in a nested
/// archive.
struct Entries: Sendable {
  enum Entry: Sendable {
    case disk(URL)
    case zip(Zip, Zip.Member)
    case tar(URL, member: String)
    /// A link, or something else that is not a file.
    case other
  }

  private(set) var all: [String: Entry] = [:]
  /// Archives that cannot be read, one sentence each.
  private(set) var trouble: [String] = []
  /// The archives on disk that were opened.
  private var archives: [URL] = []
  /// The paths that were left out, and why.
  private(set) var dropped: [(path: String, reason: String)] = []

  /// Extensions of archives that cannot be read here.
  static let unknownArchives = [".rar", ".7z"]
  private static let tars = [".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar"]
  private static let skipped = [
    ".git", ".build", ".swiftpm", ".DS_Store", "__MACOSX", ".vscode", "node_modules",
  ]

  /// The extension of an archive's name, in its original case.
  static func ending(_ name: String) -> String? {
    (tars + [".zip"] + unknownArchives).first { name.lowercased().hasSuffix($0) }.map {
      String(name.suffix($0.count))
    }
  }

  init(folder: URL) {
    walk(folder, "", depth: 0)
  }

  init(archive: URL) {
    open(archive, under: "")
  }

  /// Several folders, archives and files, each below its path; a folder whose path is empty is below none.
  init(parts: [(path: String, url: URL)]) {
    for (path, url) in parts {
      switch Entries.kind(of: url) {
      case .typeDirectory: walk(url, path.isEmpty ? "" : path + "/", depth: 0)
      case .typeRegular where Entries.ending(url.lastPathComponent) != nil: open(url, under: path + "/")
      case .typeRegular: all[path] = .disk(url)
      default: all[path] = .other
      }
    }
  }

  private static let most = 20_000

  /// Adds an entry of an archive, unless its path leads out of it.
  private mutating func add(_ entry: Entry, at path: String) {
    let parts = path.split(separator: "/")
    if parts.contains("..") || path.hasPrefix("/") {
      dropped.append((path, "leads out of the archive"))
    } else if all.count >= Entries.most {
      let reason = "is behind \(Entries.most) other files"
      if dropped.last?.reason != reason { dropped.append((path, reason)) }
    } else {
      if case .other = entry { dropped.append((path, "is a link")) }
      all[path] = entry
    }
  }

  private mutating func walk(_ folder: URL, _ path: String, depth: Int) {
    // Bounded, so that no submission can make the walk long.
    guard depth < 10, all.count < Entries.most else {
      return dropped.append((path, "is too deep, or behind \(Entries.most) other files"))
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where !Entries.skipped.contains(name) {
      let url = folder.appending(path: name)
      let inner = path + name
      switch Entries.kind(of: url) {
      case .typeDirectory: walk(url, inner + "/", depth: depth + 1)
      case .typeRegular where Entries.ending(name) != nil: open(url, under: inner + "/")
      case .typeRegular: all[inner] = .disk(url)
      default: all[inner] = .other
      }
    }
  }

  static func kind(of url: URL) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
  }

  private mutating func open(_ archive: URL, under path: String) {
    let name = archive.lastPathComponent
    archives.append(archive)
    let size = (try? FileManager.default.attributesOfItem(atPath: archive.path))?[.size] as? Int ?? 0
    if Entries.unknownArchives.contains(where: name.lowercased().hasSuffix) {
      trouble.append("\(name) is an archive in an unknown format; .zip and .tar.gz can be read")
    } else if name.lowercased().hasSuffix(".zip") {
      guard size <= 256 << 20, let data = try? Data(contentsOf: archive, options: .alwaysMapped),
        let zip = try? Zip(data)
      else { return trouble.append("\(name) is damaged or not a zip archive") }
      add(zip, under: path, depth: 0)
    } else {
      let listing = Entries.run(["tar", "-tf", archive.path], cap: 4 << 20)
      let names = listing.output.split(separator: "\n").map(String.init)
      if !listing.isSuccess { trouble.append("\(name) is damaged or not an archive") }
      for member in names.prefix(Entries.most) where !member.hasSuffix("/") {
        add(.tar(archive, member: member), at: path + Entries.cleaned(member))
      }
    }
  }

  private mutating func add(_ zip: Zip, under path: String, depth: Int) {
    for member in zip.members where !member.name.hasSuffix("/") {
      let inner = path + Entries.cleaned(member.name)
      if inner.lowercased().hasSuffix(".zip"), depth == 0, let data = zip.contents(of: member, cap: 16 << 20)
      {
        if let within = try? Zip(data) {
          add(within, under: inner + "/", depth: 1)
        } else {
          trouble.append("\(inner) is damaged or not a zip archive")
        }
      } else {
        if member.isEncrypted { dropped.append((inner, "needs a password")) }
        if Entries.ending(inner) != nil {
          dropped.append((inner, "is an archive in an archive, which was not opened"))
        }
        add(member.isLink ? .other : .zip(zip, member), at: inner)
      }
    }
  }

  private static func cleaned(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  /// The bytes of a file, up to the cap and one more; nil if it cannot be read.
  func data(_ path: String, cap: Int) -> Data? {
    switch all[path] {
    case .disk(let url):
      guard let handle = try? FileHandle(forReadingFrom: url) else { return nil }
      defer { try? handle.close() }
      return try? handle.read(upToCount: cap + 1) ?? Data()
    case .zip(let zip, let member): return zip.contents(of: member, cap: cap)
    case .tar(let url, let member):
      let ending = Entries.run(["tar", "-xOf", url.path, "--", member], cap: cap + 1)
      return ending.isSuccess || ending.wasCut ? ending.data : nil
    case .other, nil: return nil
    }
  }

  /// Whether a file is packed with a password.
  func needsPassword(_ path: String) -> Bool {
    if case .zip(_, let member) = all[path] { member.isEncrypted } else { false }
  }

  enum Place { case onDisk, inArchives, archives }

  /// The time of the newest file in a kind of place; nil if none has a time.
  func newest(_ place: Place, in zone: TimeZone) -> Date? {
    func modified(_ url: URL) -> Date? {
      (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
    }
    if place == .archives { return archives.compactMap(modified).max() }
    let dates = all.values.compactMap { entry -> Date? in
      switch (entry, place) {
      case (.disk(let url), .onDisk): modified(url)
      case (.zip(_, let member), .inArchives): member.date(in: zone)
      default: nil
      }
    }
    return (dates + (place == .inArchives ? archives.compactMap(Entries.newest(inTar:)) : [])).max()
  }

  /// The time of the newest file in an archive of `tar`, as GNU's program lists it; nil for another archive.
  private static func newest(inTar archive: URL) -> Date? {
    guard tars.contains(where: archive.lastPathComponent.lowercased().hasSuffix) else { return nil }
    let lines = run(["tar", "--full-time", "-tvf", archive.path], cap: 4 << 20).output.split(separator: "\n")
    // In lists of this form, times compare as texts.
    let times = lines.compactMap {
      $0.firstMatch(of: /^-\S+ +\S+ +\d+ (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/).map { "\($0.1)T\($0.2)Z" }
    }
    return times.max().flatMap { ClassRules.date($0) }
  }

  /// Runs a program that reads an archive.
  static func run(_ words: [String], cap: Int) -> ProgramResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    // Error messages of the program must not be read as names or as a file's text.
    return Programs.run(
      ["/bin/sh", "-c", "exec \"$@\" 2> /dev/null", "sh"] + words, in: URL(filePath: "/"),
      environment: ["PATH": path, "LC_ALL": "C.UTF-8", "TZ": "UTC"], deadline: .seconds(60),
      outputCap: cap, isTrusted: true)
  }
}
