// Exercise 09: states, their keys, and the legal transitions
//
// The class of lesson 15 keeps the life of an operation in one number. Two functions go with it: one returns
// the key under which observers are notified of a status, the other is the table of legal transitions. Its
// table has no transition from paused to finished, and so an operation that is cancelled while it is paused
// never finishes. You may add members, types and imports. Run the tests: swift run course check 9

/// The status of an operation, with the numbers of that class.
public enum Status: Int, Sendable, CaseIterable {
  case ready = 1
  case executing = 2
  case paused = 3
  case finished = 4

  /// The key under which observers, and the queue, are notified that an operation enters or leaves this
  /// status.
  public var key: String {
    // TODO: One wrong letter, and the queue is never notified that the operation has finished.
    ""
  }

  /// Whether an operation may go from this status to `next`.
  public func mayBecome(_ next: Status, isCancelled: Bool) -> Bool {
    // TODO: Which transitions are legal? Which of them only for a cancelled operation?
    false
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
    // TODO: Check, change, and return both keys.
    nil
  }
}
