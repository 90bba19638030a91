import Foundation
import MiniOperations

/// A file, and the photos beside it, in a folder among the system's temporary ones.
struct ArchiveFile {
  private let folder: URL
  private var url: URL { folder.appending(path: "downloads.json") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lesson20-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Replaces the whole file: at any time, a reader finds the former file or the new one.
  func write(_ content: some Encodable) throws {
    try JSONEncoder().encode(content).write(to: url, options: .atomic)
  }

  func read<Content: Decodable>(_ type: Content.Type) throws -> Content {
    try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }

  /// Writes a photo, and returns whether it could.
  func save(_ photo: Data, as name: String) -> Bool {
    (try? photo.write(to: folder.appending(path: name), options: .atomic)) != nil
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// A small model of `NSCoder`.
///
/// Integers and objects are stored separately: decoding the wrong kind returns 0 or nil.
struct Coder: Codable {
  private var integers: [String: Int] = [:]
  private var objects: [String: String] = [:]

  init() {}

  mutating func encode(_ integer: Int, forKey key: String) { integers[key] = integer }
  mutating func encode(_ object: String, forKey key: String) { objects[key] = object }
  func decodeInteger(forKey key: String) -> Int { integers[key] ?? 0 }
  func decodeObject(forKey key: String) -> String? { objects[key] }
}

/// A queue that runs its downloads one at a time.
func oneAtATime(_ name: String) -> MiniOperationQueue {
  let queue = MiniOperationQueue()
  queue.name = name
  queue.maxConcurrentOperationCount = 1
  return queue
}

extension MiniOperationQueue {
  /// Cancels what waits, so that nothing is left when the app is closed.
  func giveUp() {
    cancelAllOperations()
    isSuspended = false
    waitUntilAllOperationsAreFinished()
  }
}

// snippet: restore
/// New downloads for everything that the file says is not done.
func restored(
  from file: ArchiveFile, _ transfers: Transfers, onFailure: @escaping @Sendable () -> Void,
  log: @escaping @Sendable (_ text: String, _ name: String) -> Void
) throws -> [Download] {
  try file.read([Snapshot].self).map { Download($0, transfers, file, onFailure: onFailure, log: log) }
}
// end
