import Synchronization

/// What happened, in the order in which it happened, on whatever thread.
public final class Log<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  /// Makes an empty log.
  public init() {}

  /// What has been added so far.
  public var entries: [Entry] { stored.withLock { $0 } }

  /// Adds one entry and returns how many there are now.
  @discardableResult
  public func add(_ entry: Entry) -> Int {
    stored.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}

/// A log of lines.
public typealias Notes = Log<String>

extension Log<String> {
  /// All lines so far.
  public var lines: [String] { entries }

  /// All lines so far, for a failure's comment.
  public var text: String { entries.isEmpty ? "nothing" : entries.joined(separator: ", ") }

  /// Adds one line.
  public func callAsFunction(_ line: String) { add(line) }
}
