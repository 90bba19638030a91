import Foundation

/// A file of what a run gave, kept in `.build/book` until a source that takes part is changed.
struct KeptFile {
  private let url: URL

  /// A file whose name holds the fingerprint of those sources.
  init(_ library: Library, _ name: String) { url = library.root.appending(path: ".build/book/\(name)") }

  var data: Data? { FileManager.default.contents(atPath: url.path) }

  func write(_ data: Data) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url, options: .atomic)
  }
}

extension Library {
  /// A number for some files, the same as long as none is changed.
  func fingerprint(_ paths: [String], begin: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    var hash = begin
    for path in paths {
      for byte in (path + (source(path) ?? "")).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return hash
  }

  /// A number for the Swift files below some folders and for other files.
  func fingerprint(of folders: [String], _ files: [String] = [], begin: UInt64 = 0xCBF2_9CE4_8422_2325)
    -> UInt64
  {
    fingerprint(folders.flatMap { paths(in: $0, suffix: ".swift") } + files, begin: begin)
  }
}

extension UInt64 {
  /// Digits and letters that may be a part of a file's name.
  var inLetters: String { String(self, radix: 36) }
}
