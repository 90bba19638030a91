/// The operations of a queue, and the decision which of them is next.
///
/// A schedule knows no threads and takes no locks, so it can be tested line by
/// line. It reads no operation either: the queue does that before
/// it acquires its lock, and passes each event to this value.
///
/// It cannot be copied: an operation's place is stored in the operation's
/// entry, so that it is found without searching. Two copies would share these entries.
struct Schedule: ~Copyable {
  /// At most so many run at the same time.
  var limit: Int
  var isSuspended = false
  /// The order among operations of the same priority.
  var order = MiniOperationQueue.Order.oldestFirst {
    didSet {
      current.ready.order = order
      for index in 0..<later.count { later[index].ready.order = order }
    }
  }

  private(set) var runningCount = 0
  private(set) var barrierCount = 0
  private var list = OperationList()
  private var lastTicket = 0

  /// The operations between two barriers.
  ///
  /// Only the first section may run; the next begins with its barrier, when the first has nothing
  /// left to finish.
  private struct Section {
    enum Stage {
      case barrierWaits(MiniOperation)
      case barrierRuns
      case open
    }
    var stage: Stage
    var unfinished = 0
    var ready: ReadyOperations
  }
  private var current = Section(stage: .open, ready: ReadyOperations(order: .oldestFirst))
  private var later = FIFO<Section>()
  /// The number of the current section; entries count from the beginning.
  private var currentNumber: Int32 = 0

  init(limit: Int) { self.limit = limit }

  /// How many operations have not finished, without barriers.
  var operationCount: Int { list.count - barrierCount }

  /// Whether nothing is left, not even a barrier.
  var isEmpty: Bool { list.count == 0 }

  /// The operations that have not finished, in the order in which they were added.
  func operations(withBarriers: Bool = false) -> [MiniOperation] {
    var result: [MiniOperation] = []
    list.forEach { if withBarriers || !$0.entry.isBarrier { result.append($0) } }
    return result
  }

  /// The operation that ``takeNext()`` would give now.
  var next: MiniOperation? {
    guard hasNext else { return nil }
    if case .barrierWaits(let barrier) = current.stage { return barrier }
    return current.ready.next
  }

  /// Whether there is a ``next`` operation.
  var hasNext: Bool {
    guard !isSuspended, runningCount < limit else { return false }
    switch current.stage {
    case .barrierWaits: return true
    case .barrierRuns: return false
    case .open: return !current.ready.isEmpty
    }
  }

  /// Whether a barrier keeps this operation from starting.
  func isBehindBarrier(_ operation: MiniOperation) -> Bool {
    if operation.entry.section != currentNumber { return true }
    if case .open = current.stage { return false }
    return !operation.entry.isBarrier
  }

  // MARK: Events

  mutating func add(_ operation: MiniOperation, isReady: Bool, priority: MiniOperation.QueuePriority) {
    lastTicket += 1
    operation.entry.ticket = lastTicket
    operation.entry.priority = priority
    operation.entry.place = .waiting
    operation.entry.section = currentNumber &+ Int32(later.count)
    list.append(operation)
    editSection(of: operation) {
      $0.unfinished += 1
      if isReady { $0.ready.insert(operation) }
    }
  }

  private mutating func editSection(of operation: MiniOperation, _ body: (inout Section) -> Void) {
    let number = Int(operation.entry.section &- currentNumber)
    if number == 0 { body(&current) } else { body(&later[number - 1]) }
  }

  /// Adds an operation that waits for all before it and lets all after it wait.
  mutating func addBarrier(_ barrier: MiniOperation) {
    later.append(Section(stage: .barrierWaits(barrier), ready: ReadyOperations(order: order)))
    add(barrier, isReady: false, priority: .normal)
    barrier.entry.isBarrier = true
    barrierCount += 1
    leaveFinishedSections()
  }

  mutating func becameReady(_ operation: MiniOperation) {
    guard operation.entry.place == .waiting, !operation.entry.isBarrier else { return }
    editSection(of: operation) { $0.ready.insert(operation) }
  }

  mutating func becameUnready(_ operation: MiniOperation) {
    guard operation.entry.place == .ready else { return }
    editSection(of: operation) { $0.ready.remove(operation) }
  }

  mutating func prioritise(_ operation: MiniOperation, _ priority: MiniOperation.QueuePriority) {
    guard operation.entry.place == .ready, operation.entry.priority != priority else {
      if operation.entry.place == .waiting { operation.entry.priority = priority }
      return
    }
    editSection(of: operation) { $0.ready.move(operation, to: priority) }
  }

  /// Gives the operation that is to be started now, and counts it as running.
  mutating func takeNext() -> MiniOperation? {
    guard let next else { return nil }
    if next.entry.isBarrier { current.stage = .barrierRuns } else { current.ready.remove(next) }
    next.entry.place = .running
    runningCount += 1
    return next
  }

  /// Removes an operation that has finished, wherever it is; false when it is not here.
  mutating func remove(_ operation: MiniOperation) -> Bool {
    switch operation.entry.place {
    case .absent: return false
    case .waiting: break
    // It finished although it had not been started. It has no slot to give back.
    case .ready: editSection(of: operation) { $0.ready.remove(operation) }
    case .running: runningCount -= 1
    }
    operation.entry.place = .absent
    let isBarrier = operation.entry.isBarrier
    if isBarrier { barrierCount -= 1 }
    editSection(of: operation) {
      if isBarrier { $0.stage = .open }
      $0.unfinished -= 1
    }
    leaveFinishedSections()
    list.remove(operation)
    return true
  }

  private mutating func leaveFinishedSections() {
    while current.unfinished == 0, !later.isEmpty {
      current = later.removeFirst()
      currentNumber &+= 1
    }
  }
}

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
  var section: Int32 = 0
  /// The number of the last announcement that changed its place.
  var lastChange: UInt32 = 0
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
