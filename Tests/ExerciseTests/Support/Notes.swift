import Synchronization

/// What happened, in the order in which it happened, on whatever thread.
public final class Notes: Sendable {
  private let written = Mutex<[String]>([])

  /// Makes notes with nothing in them.
  public init() {}

  /// All lines so far.
  public var lines: [String] { written.withLock { $0 } }

  /// All lines so far, for a failure's comment.
  public var text: String {
    let lines = lines
    return lines.isEmpty ? "nothing" : lines.joined(separator: ", ")
  }

  /// Writes one line.
  public func callAsFunction(_ line: String) { written.withLock { $0.append(line) } }
}
