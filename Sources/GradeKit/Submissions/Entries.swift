import CourseKit
import Foundation

/// The files of a submission by their paths, wherever they are: on disk, in an archive, or in a nested archive.
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

  init(file: URL) {
    all[file.lastPathComponent] = .disk(file)
  }

  init(files: [(path: String, url: URL)]) {
    for (path, url) in files { all[path] = .disk(url) }
  }

  init(archive: URL) {
    open(archive, under: "")
  }

  private mutating func walk(_ folder: URL, _ path: String, depth: Int) {
    // Bounded, so that no submission can make the walk long.
    guard depth < 10, all.count < 20_000 else { return }
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
      for member in names.prefix(20_000) where !member.hasSuffix("/") {
        all[path + Entries.cleaned(member)] = .tar(archive, member: member)
      }
    }
  }

  private mutating func add(_ zip: Zip, under path: String, depth: Int) {
    for member in zip.members where !member.name.hasSuffix("/") && all.count < 20_000 {
      let inner = path + Entries.cleaned(member.name)
      if inner.lowercased().hasSuffix(".zip"), depth == 0, let data = zip.contents(of: member, cap: 16 << 20)
      {
        if let within = try? Zip(data) {
          add(within, under: inner + "/", depth: 1)
        } else {
          trouble.append("\(inner) is damaged or not a zip archive")
        }
      } else {
        all[inner] = member.isLink ? .other : .zip(zip, member)
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

  /// The time of the newest file on disk, outside archives.
  var newest: Date? {
    all.values.compactMap { entry -> Date? in
      guard case .disk(let url) = entry else { return nil }
      return (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
    }.max()
  }

  private static func run(_ words: [String], cap: Int) -> ProgramResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    // Error messages of the program must not be read as names or as a file's text.
    return Programs.run(
      ["/bin/sh", "-c", "exec \"$@\" 2> /dev/null", "sh"] + words, in: URL(filePath: "/"),
      environment: ["PATH": path, "LC_ALL": "C.UTF-8"], deadline: .seconds(60),
      outputCap: cap)
  }
}
