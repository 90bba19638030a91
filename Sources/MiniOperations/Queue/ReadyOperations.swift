/// The operations that could be started now, in the order of starting.
///
/// The highest priority is first. Among equals the oldest is first, or the
/// newest where ``MiniOperationQueue/Order/newestFirst`` is set. One that leaves
/// is removed at once, wherever it is: each operation's entry stores its place.
///
/// The ``OperationList`` of the same schedule keeps all of them alive: the lines here do not retain theirs.
struct ReadyOperations {
  /// The queue's order among operations of the same priority.
  var order: MiniOperationQueue.Order {
    didSet {
      guard order != oldValue else { return }
      for index in levels.indices { levels[index].late.reorder(order) }
    }
  }

  /// One for each priority, from the lowest to the highest.
  private var levels = MiniOperation.QueuePriority.allCases.map { _ in Level() }
  /// A bit for each level that has an operation, so that the highest is found without a look at the others.
  private var occupied: UInt8 = 0

  init(order: MiniOperationQueue.Order) { self.order = order }

  var isEmpty: Bool { occupied == 0 }

  mutating func insert(_ operation: MiniOperation) {
    operation.entry.place = .ready
    let level = level(of: operation)
    levels[level].insert(operation, order)
    occupied |= 1 << level
  }

  /// Removes an operation that is ready; the caller decides what it is from now on.
  mutating func remove(_ operation: MiniOperation) {
    operation.entry.place = .waiting
    let level = level(of: operation)
    levels[level].remove(operation, order)
    if levels[level].isEmpty { occupied &= ~(1 << level) }
  }

  /// The operation that starts next.
  var next: MiniOperation? {
    guard occupied != 0 else { return nil }
    return levels[7 - occupied.leadingZeroBitCount].next(order)
  }

  /// Gives a ready operation its place among those of another priority.
  mutating func move(_ operation: MiniOperation, to priority: MiniOperation.QueuePriority) {
    remove(operation)
    operation.entry.priority = priority
    insert(operation)
  }

  private func level(of operation: MiniOperation) -> Int { (operation.entry.priority.rawValue + 8) / 4 }
}

extension ReadyOperations {
  /// The ready operations of one priority.
  ///
  /// Most operations become ready in the order in which they were added, so they
  /// wait in a line, which costs nothing to keep in order. The few that become
  /// ready after a younger one go into a heap.
  private struct Level {
    /// In order of arrival; each operation's entry knows its neighbours.
    private var first: Unmanaged<MiniOperation>?
    private var last: Unmanaged<MiniOperation>?
    var late = OperationHeap()

    var isEmpty: Bool { first == nil && late.isEmpty }

    /// The older or the newer of two candidates: the end of the line and the root of the heap.
    func next(_ order: MiniOperationQueue.Order) -> MiniOperation? {
      let candidate = (order == .oldestFirst ? first : last)?.takeUnretainedValue()
      guard let root = late.first else { return candidate }
      guard let candidate, order.places(candidate, before: root) else { return root }
      return candidate
    }

    mutating func insert(_ operation: MiniOperation, _ order: MiniOperationQueue.Order) {
      let newcomer = Unmanaged.passUnretained(operation)
      guard let last else {
        (first, last) = (newcomer, newcomer)
        return
      }
      if operation.entry.ticket < last.entry.ticket { return late.insert(operation, order) }
      operation.entry.readyPrevious = last
      last.edit { $0.readyNext = newcomer }
      self.last = newcomer
    }

    mutating func remove(_ operation: MiniOperation, _ order: MiniOperationQueue.Order) {
      if operation.entry.heapPlace >= 0 { return late.remove(operation, order) }
      let (previous, next) = (operation.entry.readyPrevious, operation.entry.readyNext)
      if let previous { previous.edit { $0.readyNext = next } } else { first = next }
      if let next { next.edit { $0.readyPrevious = previous } } else { last = previous }
      operation.entry.readyPrevious = nil
      operation.entry.readyNext = nil
    }
  }
}

/// Operations as a binary heap by their order of arrival, the next one at the root.
///
/// Each operation's entry holds its place, so that one in the middle can leave:
/// the last one takes its place and then moves up or down to its proper place.
struct OperationHeap {
  private var places: [MiniOperation] = []

  var isEmpty: Bool { places.isEmpty }

  /// The operation that is started before all others.
  var first: MiniOperation? { places.first }

  mutating func insert(_ operation: MiniOperation, _ order: MiniOperationQueue.Order) {
    places.append(operation)
    moveUp(from: places.count - 1, order)
  }

  mutating func remove(_ operation: MiniOperation, _ order: MiniOperationQueue.Order) {
    let hole = Int(operation.entry.heapPlace)
    operation.entry.heapPlace = -1
    let last = places.removeLast()
    guard last !== operation else { return }
    places[hole] = last
    moveUp(from: hole, order)
    moveDown(from: Int(last.entry.heapPlace), order)
  }

  /// Puts all operations in their places for another order.
  mutating func reorder(_ order: MiniOperationQueue.Order) {
    let operations = places
    places = []
    for operation in operations { insert(operation, order) }
  }

  private mutating func moveUp(from start: Int, _ order: MiniOperationQueue.Order) {
    var place = start
    let operation = places[place]
    while place > 0, order.places(operation, before: places[(place - 1) / 2]) {
      put(places[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    put(operation, at: place)
  }

  private mutating func moveDown(from start: Int, _ order: MiniOperationQueue.Order) {
    var place = start
    let operation = places[place]
    while true {
      var child = 2 * place + 1
      guard child < places.count else { break }
      if child + 1 < places.count, order.places(places[child + 1], before: places[child]) { child += 1 }
      guard order.places(places[child], before: operation) else { break }
      put(places[child], at: place)
      place = child
    }
    put(operation, at: place)
  }

  private mutating func put(_ operation: MiniOperation, at place: Int) {
    places[place] = operation
    operation.entry.heapPlace = Int32(place)
  }
}

extension MiniOperationQueue.Order {
  /// Whether `a` starts before `b` where both are ready and have the same priority.
  func places(_ a: MiniOperation, before b: MiniOperation) -> Bool {
    switch self {
    case .oldestFirst: a.entry.ticket < b.entry.ticket
    case .newestFirst: a.entry.ticket > b.entry.ticket
    }
  }
}
