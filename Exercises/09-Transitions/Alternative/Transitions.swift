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
    // Made from the name, so that a new status has a key at once.
    let name = "\(self)"
    return "is" + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Whether an operation may go from this status to `next`.
  public func mayBecome(_ next: Status, isCancelled: Bool) -> Bool {
    Status.successors[self]!.contains(next) || isCancelled && next == .finished && self != .finished
  }
}

extension Status {
  // One row per status, as in the document; a cancelled operation may also finish, in every row.
  fileprivate static let successors: [Status: Set<Status>] = [
    .ready: [.executing, .paused],
    .executing: [.paused, .finished],
    .paused: [.ready],
    .finished: [],
  ]
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
    let previous = status
    guard previous.mayBecome(next, isCancelled: isCancelled) else { return nil }
    status = next
    return [previous, next].map(\.key)
  }
}
