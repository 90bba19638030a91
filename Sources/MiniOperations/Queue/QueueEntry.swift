/// What a queue notes about one of its operations.
///
/// It is kept in the operation itself, so that the queue finds it without
/// searching. Only the queue that has the operation touches it, under its lock.
struct QueueEntry {
  /// Where the operation stands in the queue.
  enum Place: UInt8 {
    /// In no queue, or no longer.
    case absent
    /// Its `isReady` was false when the queue last looked.
    case waiting
    /// It may be started as soon as it is its turn.
    case ready
    /// The queue has started it, and it has not finished.
    case running
  }

  var place = Place.absent
  /// Barriers are not counted and not listed.
  var isBarrier = false
  var priority = MiniOperation.QueuePriority.normal
  /// The order of arrival.
  var ticket = 0
  /// Between which barriers it stands.
  var section = 0
  unowned(unsafe) var previous: MiniOperation?
  unowned(unsafe) var next: MiniOperation?
}

/// All operations of a queue, in the order in which they were added.
///
/// Each knows its neighbours, so that one in the middle can leave without the
/// others moving. The list keeps its operations alive.
struct OperationList {
  private unowned(unsafe) var first: MiniOperation?
  private unowned(unsafe) var last: MiniOperation?
  private(set) var count = 0

  mutating func append(_ operation: MiniOperation) {
    _ = Unmanaged.passRetained(operation)
    operation.entry.previous = last
    operation.entry.next = nil
    if let last { last.entry.next = operation } else { first = operation }
    last = operation
    count += 1
  }

  /// Takes out one that is in the list.
  mutating func remove(_ operation: MiniOperation) {
    let (previous, next) = (operation.entry.previous, operation.entry.next)
    if let previous { previous.entry.next = next } else { first = next }
    if let next { next.entry.previous = previous } else { last = previous }
    operation.entry.previous = nil
    operation.entry.next = nil
    count -= 1
    Unmanaged.passUnretained(operation).release()
  }

  func forEach(_ body: (MiniOperation) -> Void) {
    var next = first
    while let operation = next {
      body(operation)
      next = operation.entry.next
    }
  }
}
