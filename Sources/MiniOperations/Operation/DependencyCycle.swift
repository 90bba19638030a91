extension MiniOperation {
  /// The operations of a cycle of dependencies in which this one waits, or nil when there is none.
  ///
  /// Operations in a cycle wait for each other forever, and nothing else shows it.
  /// Call this when a program stalls. Each operation in the answer depends on the
  /// next one, and the last on the first. Cancelling or finishing one of them breaks
  /// the cycle.
  public final func findDependencyCycle() -> [MiniOperation]? {
    var search = CycleSearch()
    return search.cycle(from: self)
  }
}

/// Searches for cycles from one operation after another, and visits none twice.
///
/// It searches depth-first with its own list instead of the call stack, because chains may be a million long.
struct CycleSearch {
  /// Operations from which nothing new can be found: no cycle at all, or one that has been returned.
  private var done: Set<ObjectIdentifier> = []

  /// A cycle that can be reached from here and was not found before.
  mutating func cycle(from start: MiniOperation) -> [MiniOperation]? {
    // `path` leads from the start to the present operation.
    var path: [MiniOperation] = []
    var placeOnPath: [ObjectIdentifier: Int] = [:]
    var next: [[MiniOperation]] = [[start]]

    while !next.isEmpty {
      guard let operation = next[next.count - 1].popLast() else {
        next.removeLast()
        if let left = path.popLast() {
          placeOnPath[ObjectIdentifier(left)] = nil
          done.insert(ObjectIdentifier(left))
        }
        continue
      }
      let id = ObjectIdentifier(operation)
      if let place = placeOnPath[id] {
        let cycle = Array(path[place...])
        for member in cycle { done.insert(ObjectIdentifier(member)) }
        return cycle
      }
      if done.contains(id) || operation.isFinished || operation.isCancelled { continue }
      placeOnPath[id] = path.count
      path.append(operation)
      next.append(operation.unfinishedDependencies.reversed())
    }
    return nil
  }
}
