/// What a queue notes about one of its operations.
///
/// It is kept in the operation itself, so that the queue finds it without
/// searching. Only the queue that has the operation touches it, under its lock.
struct QueueEntry {
  /// The place of the operation in the queue.
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
  /// Whether dependencies had allowed a start when the queue last looked.
  var sawReadyByDefault = false
  var priority = MiniOperation.QueuePriority.normal
  /// The place in the heap of those that became ready late, -1 for none.
  var heapPlace: Int32 = -1
  /// The order of arrival.
  var ticket = 0
  /// The number of the section between barriers that it belongs to.
  var section = 0
  /// The neighbours in the queue's list.
  ///
  /// Unmanaged, and so are the next two: the list holds each operation once. Counting every
  /// link between neighbours would change two more counts for each operation that is added or leaves.
  var previous: Unmanaged<MiniOperation>?
  var next: Unmanaged<MiniOperation>?
  /// The neighbours in the line of the ready operations of its priority.
  var readyPrevious: Unmanaged<MiniOperation>?
  var readyNext: Unmanaged<MiniOperation>?
}

/// All operations of a queue, in the order in which they were added.
///
/// Each knows its neighbours, so that one in the middle can leave without the
/// others moving. The list keeps its operations alive until they are removed.
struct OperationList: ~Copyable {
  // Not copyable: a second list would release the same operations once more.
  private var first: Unmanaged<MiniOperation>?
  private var last: Unmanaged<MiniOperation>?
  private(set) var count = 0

  mutating func append(_ operation: MiniOperation) {
    let newcomer = Unmanaged.passRetained(operation)
    operation.entry.previous = last
    if let last { last.edit { $0.next = newcomer } } else { first = newcomer }
    last = newcomer
    count += 1
  }

  /// Takes out one that is in the list.
  mutating func remove(_ operation: MiniOperation) {
    let (previous, next) = (operation.entry.previous, operation.entry.next)
    if let previous { previous.edit { $0.next = next } } else { first = next }
    if let next { next.edit { $0.previous = previous } } else { last = previous }
    operation.entry.previous = nil
    operation.entry.next = nil
    count -= 1
    Unmanaged.passUnretained(operation).release()
  }

  deinit {
    var next = first
    while let operation = next?.takeRetainedValue() {
      next = operation.entry.next
      operation.entry = QueueEntry()
    }
  }

  func forEach(_ body: (MiniOperation) -> Void) {
    var next = first
    while let operation = next?.takeUnretainedValue() {
      body(operation)
      next = operation.entry.next
    }
  }
}

extension Unmanaged<MiniOperation> {
  var entry: QueueEntry { _withUnsafeGuaranteedRef { $0.entry } }

  func edit(_ body: (inout QueueEntry) -> Void) {
    _withUnsafeGuaranteedRef { body(&$0.entry) }
  }
}
