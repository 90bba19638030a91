import Foundation
import Terminal

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
  /// The fingerprint of the sources below some folders, Swift and C, and of other files, added to `begin`.
  func fingerprint(of folders: [String] = [], _ files: [String] = [], begin: Fingerprint = Fingerprint())
    -> Fingerprint
  {
    let sources = folders.flatMap { folder in
      [".swift", ".c", ".h"].flatMap { paths(in: folder, suffix: $0) }
    }
    return (sources + files).reduce(into: begin) { $0.add($1 + (source($1) ?? "")) }
  }
}
