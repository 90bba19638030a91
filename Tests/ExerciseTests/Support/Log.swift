import Synchronization

/// What happened, in order, from whatever thread.
public final class Log<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  /// Makes an empty log.
  public init() {}

  /// What has been added so far.
  public var entries: [Entry] { stored.withLock { $0 } }

  /// Adds one entry, and says how many there are now.
  @discardableResult
  public func add(_ entry: Entry) -> Int {
    stored.withLock {
      $0.append(entry)
      return $0.count
    }
  }
}
