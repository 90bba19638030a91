import Foundation

/// A cached result of a run in `.build/book`, valid until a source that it depends on changes.
struct KeptFile {
  private let url: URL

  /// A cache file; its name contains the fingerprint of those sources.
  init(_ library: Library, _ name: String) { url = library.root.appending(path: ".build/book/\(name)") }

  var data: Data? { FileManager.default.contents(atPath: url.path) }

  func write(_ data: Data) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }
}

extension Library {
  /// The fingerprint of some files; it changes with their contents.
  func fingerprint(_ paths: [String], begin: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    var hash = begin
    for path in paths {
      for byte in (path + (source(path) ?? "")).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return hash
  }

  /// The fingerprint of the sources below some folders, Swift and C, and of other files.
  func fingerprint(of folders: [String], _ files: [String] = [], begin: UInt64 = 0xCBF2_9CE4_8422_2325)
    -> UInt64
  {
    let sources = folders.flatMap { folder in
      [".swift", ".c", ".h"].flatMap { paths(in: folder, suffix: $0) }
    }
    return fingerprint(sources + files, begin: begin)
  }
}

extension UInt64 {
  /// The fingerprint as a part of a file's name.
  var inLetters: String { String(self, radix: 36) }
}
