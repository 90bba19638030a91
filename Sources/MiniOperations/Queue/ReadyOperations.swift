/// The operations that could be started now, and which of them is next.
///
/// The highest priority comes first, and among equals the oldest, or the newest
/// where ``MiniOperationQueue/Order/newestFirst`` was asked for. Most operations
/// become ready in the order in which they were added, so each priority has a
/// simple line; the few that are late go into a heap beside it.
struct ReadyOperations {
  /// The queue's order among operations of the same priority.
  var order: MiniOperationQueue.Order {
    didSet { if order != oldValue { rebuild() } }
  }
  /// How many operations are ready.
  private(set) var count = 0
  /// Operations whose places were found empty; the queue lets go of them after unlocking.
  ///
  /// The last one to let go of an operation runs its `deinit`, which is the user's code.
  private var gone: [MiniOperation] = []

  /// Most operations are of normal priority, and most queues have no others.
  private var normal = Level()
  /// The other priorities, from the lowest to the highest; made when one is needed.
  private var others: [Level] = []
  /// How many places the lines and heaps hold, also for operations that have left.
  private var places = 0

  init(order: MiniOperationQueue.Order) {
    self.order = order
  }

  var isEmpty: Bool { count == 0 }

  mutating func insert(_ operation: MiniOperation) {
    operation.entry.place = .ready
    count += 1
    places += 1
    edit(operation.entry.priority) { [order] in $0.insert(operation, order) }
  }

  /// Changes the line of one priority.
  @inline(__always)
  private mutating func edit<Result>(
    _ priority: MiniOperation.QueuePriority, _ body: (inout Level) -> Result
  ) -> Result {
    if priority == .normal { return body(&normal) }
    if others.isEmpty { others = MiniOperation.QueuePriority.allCases.map { _ in Level() } }
    return body(&others[(priority.rawValue + 8) / 4])
  }

  /// Takes out the operation that is next.
  mutating func removeNext() -> MiniOperation? {
    guard count > 0 else { return nil }
    for priority in others.isEmpty ? [.normal] : MiniOperation.QueuePriority.allCases.reversed() {
      while let operation = edit(priority, { [order] in $0.removeNext(order) }) {
        places -= 1
        // One that has left, or has another priority now, is not here any more:
        // its place was only not worth searching for when it went.
        guard operation.entry.place == .ready, operation.entry.priority == priority else {
          gone.append(operation)
          continue
        }
        count -= 1
        operation.entry.place = .running
        // With nobody left there may be no next time, and who has gone must not be held for ever.
        if count == 0 && places > 0 { rebuild() }
        return operation
      }
    }
    return nil
  }

  /// Records that an operation which was ready leaves; the caller says where to.
  mutating func leave(_ operation: MiniOperation) {
    count -= 1
    operation.entry.place = .waiting
    if count == 0 || places > 2 * count + 64 { rebuild() }
  }

  /// Whether operations have left their places and not been let go of.
  var hasGone: Bool { !gone.isEmpty }

  /// Takes out the operations to be let go of.
  mutating func takeGone() -> [MiniOperation] {
    defer { gone = [] }
    return gone
  }

  /// Gives a ready operation its place among those of another priority.
  mutating func move(_ operation: MiniOperation, to priority: MiniOperation.QueuePriority) {
    leave(operation)
    operation.entry.priority = priority
    insert(operation)
  }

  /// Puts everybody in a new place, leaving out the places of those who have gone.
  private mutating func rebuild() {
    var present: [MiniOperation] = []
    for priority in MiniOperation.QueuePriority.allCases {
      for operation in edit(priority, { $0.everybody() }) {
        guard operation.entry.place == .ready, operation.entry.priority == priority else {
          gone.append(operation)
          continue
        }
        // Marked, so that an operation with two places is counted once.
        operation.entry.place = .waiting
        present.append(operation)
      }
    }
    present.sort { $0.entry.ticket < $1.entry.ticket }
    let gone = gone
    self = ReadyOperations(order: order)
    self.gone = gone
    for operation in present { insert(operation) }
  }
}

extension ReadyOperations {
  /// The ready operations of one priority.
  private struct Level {
    /// In order of arrival.
    private var line = FIFO<MiniOperation>()
    /// The ticket of the last who joined the line.
    private var newest = 0
    /// Those that became ready after a younger one; the next is at the root.
    private var late: [MiniOperation] = []

    mutating func insert(_ operation: MiniOperation, _ order: MiniOperationQueue.Order) {
      if operation.entry.ticket < newest {
        late.append(operation)
        siftUp(order)
      } else {
        newest = operation.entry.ticket
        line.append(operation)
      }
    }

    mutating func removeNext(_ order: MiniOperationQueue.Order) -> MiniOperation? {
      if let root = late.first {
        let candidate = order == .oldestFirst ? line.first : line.last
        guard let candidate, order.places(candidate, before: root) else { return removeRoot(order) }
      }
      if line.isEmpty { return nil }
      return order == .oldestFirst ? line.removeFirst() : line.removeLast()
    }

    mutating func everybody() -> [MiniOperation] {
      var all = late
      while !line.isEmpty { all.append(line.removeFirst()) }
      late = []
      return all
    }

    private mutating func siftUp(_ order: MiniOperationQueue.Order) {
      var place = late.count - 1
      while place > 0, order.places(late[place], before: late[(place - 1) / 2]) {
        late.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }

    private mutating func removeRoot(_ order: MiniOperationQueue.Order) -> MiniOperation? {
      guard let root = late.first else { return nil }
      let last = late.removeLast()
      guard !late.isEmpty else { return root }
      late[0] = last
      var place = 0
      while true {
        var best = place
        for child in [2 * place + 1, 2 * place + 2] where child < late.count {
          if order.places(late[child], before: late[best]) { best = child }
        }
        if best == place { return root }
        late.swapAt(place, best)
        place = best
      }
    }
  }
}

extension MiniOperationQueue.Order {
  fileprivate func places(_ a: MiniOperation, before b: MiniOperation) -> Bool {
    switch self {
    case .oldestFirst: a.entry.ticket < b.entry.ticket
    case .newestFirst: a.entry.ticket > b.entry.ticket
    }
  }
}
