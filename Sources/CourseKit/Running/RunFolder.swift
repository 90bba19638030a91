import Foundation

/// The folder of one run: new, the only one that the run may write into, and removed afterwards.
///
/// So a run cannot see another one's files, and its own do not affect the next run.
package struct RunFolder: Sendable {
  package let url: URL
  /// The limit for its contents.
  package let megabytes: Int

  /// The file for the tests' event stream, which is their standard input.
  ///
  /// On Linux it has no name, so code of an exercise that may write files cannot find it and change what has
  /// been reported.
  package let stream: FileHandle
  /// The path by which the process that runs the tests opens it.
  package let streamPath: String
  /// The folder that `TMPDIR` names.
  package var temporary: URL { url.appending(path: "tmp") }

  package init(in folder: URL, name: String, megabytes: Int) throws {
    let url = folder.appending(path: "\(name)-\(UInt64.random(in: 0 ... .max))")
    self.url = url
    self.megabytes = megabytes
    let manager = FileManager.default
    // A sandbox mounts its own file system on the second.
    for inner in ["tmp", "root"].map({ url.appending(path: $0) }) {
      try manager.createDirectory(at: inner, withIntermediateDirectories: true)
    }
    #if os(Linux)
      streamPath = "/proc/self/fd/0"
      stream = try Programs.namelessFile(in: url)
    #else
      // Elsewhere a process that opens its input shares the position in the file with this one.
      let file = url.appending(path: "events.jsonl")
      streamPath = file.path
      try Data().write(to: file)
      stream = try FileHandle(forReadingFrom: file)
    #endif
  }

  /// What the event stream holds so far, without its first bytes.
  package func events(from count: Int = 0) -> Data {
    // The run shares the file's position and could move it.
    guard (try? stream.seek(toOffset: UInt64(count))) != nil else { return Data() }
    return (try? stream.readToEnd()) ?? Data()
  }

  /// Whether the run has written more than the limit.
  package var isTooFull: Bool { size > megabytes << 20 }

  private var size: Int {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .isRegularFileKey]
    guard let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: Array(keys))
    else { return 0 }
    return files.reduce(0) { sum, file in
      let values = try? (file as? URL)?.resourceValues(forKeys: keys)
      return sum + (values?.isRegularFile == true ? values?.fileSize ?? 0 : 0)
    }
  }

  /// Removes the folder, even if a run has changed the permissions of folders in it.
  package func remove() {
    let manager = FileManager.default
    if (try? manager.removeItem(at: url)) != nil { return }
    let paths = manager.enumerator(at: url, includingPropertiesForKeys: nil)
    while let inner = paths?.nextObject() as? URL {
      let kind = (try? manager.attributesOfItem(atPath: inner.path))?[.type] as? FileAttributeType
      guard kind == .typeDirectory else { continue }
      try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: inner.path)
    }
    try? manager.removeItem(at: url)
  }

  /// Removes the folders of runs that were killed together with the tool.
  package static func empty(_ folder: URL) throws {
    try Files.removeIfThere(folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}
