// Exercise 08: states, their keys, and what may follow what
//
// The documents keep the life of an operation in one number. Two functions go with it: one names the key
// under which observers hear of a status, the other is the table of what may follow what. Their table has
// no way from paused to the end, and so an operation that is cancelled while it is paused never finishes.
// Tried with: swift test --filter Exercise08

/// The status of an operation, with the numbers of the document.
public enum Status: Int, Sendable, CaseIterable {
  case ready = 1
  case executing = 2
  case paused = 3
  case finished = 4

  /// The key under which observers, and the queue, hear that an operation enters or leaves this status.
  public var key: String {
    // TODO: One wrong letter, and the queue never hears of the end.
    ""
  }

  /// Whether an operation may go from this status to `next`.
  public func mayBecome(_ next: Status, isCancelled: Bool) -> Bool {
    // TODO: Which pairs are legal? Which of them only for an operation that was cancelled?
    false
  }
}

/// The life of one operation, as plain data: it knows no threads and no observers.
public struct Life: Sendable {
  /// The present status of the operation.
  public private(set) var status = Status.ready

  /// Makes the life of an operation that is ready.
  public init() {}

  /// Goes to `next` and returns the keys that the owner must announce, or nil if it may not go there.
  ///
  /// First comes the key of the status that is left, then that of the one that is entered.
  public mutating func become(_ next: Status, isCancelled: Bool) -> [String]? {
    // TODO: Judge, change, and return what has changed.
    nil
  }
}
