// Exercise 09: states, their keys, and the legal transitions
//
// The class of lesson 15 keeps the life of an operation in one number. Two functions go with it: one returns
// the key under which observers are notified of a status, the other is the table of legal transitions. Its
// table has no transition from paused to finished, and so an operation that is cancelled while it is paused
// never finishes. Run the tests: swift run course check 9

/// The status of an operation, with the numbers of that class.
public enum Status: Int, Sendable, CaseIterable {
  case ready = 1
  case executing = 2
  case paused = 3
  case finished = 4

  /// The key under which observers, and the queue, are notified that an operation enters or leaves this
  /// status.
  public var key: String {
    // The queue compares these letter by letter: "finished" would be a key without an observer.
    switch self {
    case .ready: "isReady"
    case .executing: "isExecuting"
    case .paused: "isPaused"
    case .finished: "isFinished"
    }
  }

  /// Whether an operation may go from this status to `next`.
  public func mayBecome(_ next: Status, isCancelled: Bool) -> Bool {
    // No default: a fifth status must be thought about here, and in each row.
    switch (self, next) {
    case (.ready, .executing), (.ready, .paused): true
    case (.executing, .paused), (.executing, .finished): true
    case (.paused, .ready): true
    // A cancelled operation must be able to finish from every status, even if it never began.
    case (.ready, .finished), (.paused, .finished): isCancelled
    case (.paused, .executing), (.executing, .ready): false
    case (.ready, .ready), (.executing, .executing), (.paused, .paused), (.finished, _): false
    }
  }
}

/// The life of one operation, as plain data: it knows no threads and no observers.
public struct Life: Sendable {
  /// The current status of the operation.
  public private(set) var status = Status.ready

  /// Creates the life of an operation that is ready.
  public init() {}

  /// Changes the status to `next` and returns the keys to announce, or returns nil if that is not allowed.
  ///
  /// The first key is that of the old status, the second that of the new one.
  public mutating func become(_ next: Status, isCancelled: Bool) -> [String]? {
    guard status.mayBecome(next, isCancelled: isCancelled) else { return nil }
    // Both have changed: the one is no longer true, the other is now.
    let keys = [status.key, next.key]
    status = next
    return keys
  }
}
