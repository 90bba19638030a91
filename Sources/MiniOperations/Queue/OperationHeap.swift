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
