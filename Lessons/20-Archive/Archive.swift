import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file in its own folder among the system's temporary ones.
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

/// The connection, and the network thread of the document's operations.
final class Transfers: Sendable {
  let network = RunLoopThread(name: "network")
  private let session = URLSession(configuration: .ephemeral)
  private let condition = Condition(name: "answers")
  private let answers = Answers()

  private final class Answers: @unchecked Sendable {
    // Unchecked: accessed only while `condition` is locked.
    var count = 0
  }

  /// Loads `url`; nil if no data, or another answer, has arrived.
  func load(_ url: URL, _ body: @escaping @Sendable (Data?) -> Void) {
    session.dataTask(with: url) { [self] data, response, _ in
      body((response as? HTTPURLResponse)?.statusCode == 200 ? data : nil)
      condition.withLock {
        answers.count += 1
        condition.broadcast()
      }
    }.resume()
  }

  func waitForAnswers(_ count: Int) {
    condition.withLock { while answers.count < count { condition.wait() } }
  }

  /// Whether a server answers there, with any answer.
  func canReach(_ url: URL) -> Bool {
    let isOver = DispatchSemaphore(value: 0)
    let answer = Notebook()
    session.dataTask(with: url) { _, response, _ in
      if response != nil { answer.write("") }
      isOver.signal()
    }.resume()
    isOver.wait()
    return !answer.lines.isEmpty
  }
}

extension LoopbackServer {
  /// The number of requests for this path.
  func count(_ path: String) -> Int { requests.count { $0 == path } }
}
