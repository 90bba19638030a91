/// A list of links to operations, each at most once, in the order in which they were added.
///
/// Adding, removing and finding cost the same however long the list is: an
/// operation may have a million dependencies, or a million dependents.
struct Links<Link: OperationLink> {
  /// The first link is stored inline, because most operations have no second and then need no array.
  private var first: Link?
  /// The other links, in order; a removed one leaves an empty place.
  private var places: [Link?] = []
  /// The place of each link in `places`; made by the first search that would take long.
  private var index: [ObjectIdentifier: Int]?
  private(set) var count = 0

  private static var longestScan: Int { 12 }

  var isEmpty: Bool { count == 0 }

  /// How many places the array has, empty ones too.
  var placeCount: Int { places.count }

  /// Whether the list has a link of this identity.
  mutating func contains(_ id: ObjectIdentifier) -> Bool { first?.id == id || place(of: id) != nil }

  /// Adds `link`; false when the list has it already.
  mutating func insert(_ link: Link) -> Bool {
    guard !contains(link.id) else { return false }
    append(link)
    return true
  }

  /// Adds a `link` that the list does not have.
  mutating func append(_ link: Link) {
    if count == 0 {
      first = link
    } else {
      if places.count == places.capacity { compact() }
      index?[link.id] = places.count
      places.append(link)
    }
    count += 1
  }

  /// Removes the link of this identity; false when the list does not have it.
  mutating func remove(_ id: ObjectIdentifier) -> Bool {
    if first?.id == id {
      first = nil
    } else if let place = place(of: id) {
      places[place] = nil
      index?[id] = nil
    } else {
      return false
    }
    count -= 1
    if count == 0 { self = Links() }
    return true
  }

  /// Removes all links and returns them.
  mutating func takeAll() -> Links {
    if isEmpty { return self }
    defer { self = Links() }
    return self
  }

  /// Calls `body` with each link, in order.
  func forEach(_ body: (Link) -> Void) {
    if let first { body(first) }
    for case let link? in places { body(link) }
  }

  private mutating func place(of id: ObjectIdentifier) -> Int? {
    if index == nil && places.count > Self.longestScan { makeIndex() }
    if let index { return index[id] }
    return places.firstIndex { $0?.id == id }
  }

  /// Removes links without an operation and empty places, where the array would grow otherwise.
  private mutating func compact() {
    let alive = places.reduce(0) { $0 + ($1?.isAlive == true ? 1 : 0) }
    guard alive < places.count / 2 else { return }
    places.removeAll { $0?.isAlive != true }
    count = places.count + (first == nil ? 0 : 1)
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

/// One end of a dependency: how an operation knows another.
///
/// Links are added and removed while locks are held. So to copy or release one
/// must not run code of the program.
protocol OperationLink {
  var id: ObjectIdentifier { get }
  /// Whether there is an operation at the other end.
  var isAlive: Bool { get }
}

/// How an operation holds its dependencies: it keeps them alive, finished or not.
struct StrongLink: OperationLink {
  let operation: MiniOperation
  var id: ObjectIdentifier { ObjectIdentifier(operation) }
  var isAlive: Bool { true }
}

extension Links<StrongLink> {
  /// The operations, in order.
  var operations: [MiniOperation] {
    var all: [MiniOperation] = []
    all.reserveCapacity(count)
    forEach { all.append($0.operation) }
    return all
  }
}
