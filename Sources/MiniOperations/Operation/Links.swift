/// A list of operations, each at most once, in the order in which they were added.
///
/// Adding, removing and finding cost the same however long the list is: an
/// operation may have a million dependencies, or a million dependents.
struct Links<Link: OperationLink> {
  /// In order; an empty place is one whose operation was removed.
  private var places: [Link?] = []
  /// Where each operation stands; made when looking through the places would take long.
  private var index: [ObjectIdentifier: Int]?
  private(set) var count = 0

  private static var longestScan: Int { 12 }

  var isEmpty: Bool { count == 0 }

  /// The operations that are still there.
  var operations: [MiniOperation] { places.compactMap { $0?.operation } }

  /// Whether `operation` is in the list.
  func contains(_ operation: MiniOperation) -> Bool {
    place(of: operation).map { places[$0]?.operation != nil } ?? false
  }

  /// Adds `operation`; false when it is there already.
  mutating func insert(_ operation: MiniOperation) -> Bool {
    if let place = place(of: operation) {
      // The place may belong to an operation that is gone, whose memory the new one was given.
      guard places[place]?.operation == nil else { return false }
      _ = removePlace(place, ObjectIdentifier(operation))
    }
    if places.count == places.capacity { compact() }
    index?[ObjectIdentifier(operation)] = places.count
    places.append(Link(operation))
    count += 1
    if index == nil && places.count > Self.longestScan { makeIndex() }
    return true
  }

  /// Removes `operation`; false when it was not there.
  mutating func remove(_ operation: MiniOperation) -> Bool {
    guard let place = place(of: operation) else { return false }
    return removePlace(place, ObjectIdentifier(operation))
  }

  /// Removes all and gives those that are still there.
  mutating func removeAll() -> [MiniOperation] {
    if places.isEmpty { return [] }
    let all = operations
    self = Links()
    return all
  }

  private mutating func removePlace(_ place: Int, _ id: ObjectIdentifier) -> Bool {
    let wasAlive = places[place]?.operation != nil
    places[place] = nil
    index?[id] = nil
    count -= 1
    if count == 0 { self = Links() }
    return wasAlive
  }

  private func place(of operation: MiniOperation) -> Int? {
    let id = ObjectIdentifier(operation)
    if let index { return index[id] }
    return places.firstIndex { $0?.id == id }
  }

  /// Gives up places without an operation, once in a while, when the array must grow anyway.
  private mutating func compact() {
    let alive = places.reduce(0) { $0 + ($1?.operation == nil ? 0 : 1) }
    guard alive < places.count / 2 else { return }
    places.removeAll { $0?.operation == nil }
    count = places.count
    if index != nil { makeIndex() }
  }

  private mutating func makeIndex() {
    var index = [ObjectIdentifier: Int](minimumCapacity: places.count * 2)
    for (place, link) in places.enumerated() {
      if let link { index[link.id] = place }
    }
    self.index = index
  }
}

/// One end of a dependency: how an operation holds on to another.
protocol OperationLink {
  init(_ operation: MiniOperation)
  var id: ObjectIdentifier { get }
  var operation: MiniOperation? { get }
}

/// How an operation holds its dependencies: it keeps them alive, finished or not.
struct StrongLink: OperationLink {
  private let target: MiniOperation
  init(_ operation: MiniOperation) { target = operation }
  var id: ObjectIdentifier { ObjectIdentifier(target) }
  var operation: MiniOperation? { target }
}

/// How an operation knows its dependents: it must not keep alive what may never run.
struct WeakLink: OperationLink {
  let id: ObjectIdentifier
  private weak var target: MiniOperation?
  init(_ operation: MiniOperation) {
    id = ObjectIdentifier(operation)
    target = operation
  }
  var operation: MiniOperation? { target }
}
