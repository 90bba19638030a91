extension MiniOperation {
  /// The operations of a cycle of dependencies in which this one waits, or nil when there is none.
  ///
  /// Operations in a cycle wait for each other for ever; nothing else is blocked,
  /// and nobody notices. Call this when a program stands still. Each operation in
  /// the answer depends on the next one, and the last on the first. Cancelling or
  /// finishing one of them breaks the cycle.
  public final func findDependencyCycle() -> [MiniOperation]? {
    // A walk in depth with a list of its own instead of the stack, since chains
    // may be a million long: `path` is the way from here to where it stands.
    var path: [MiniOperation] = []
    var placeOnPath: [ObjectIdentifier: Int] = [:]
    var done: Set<ObjectIdentifier> = []
    var next: [[MiniOperation]] = [[self]]

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
      if let start = placeOnPath[id] { return Array(path[start...]) }
      if done.contains(id) || operation.isFinished || operation.isCancelled { continue }
      placeOnPath[id] = path.count
      path.append(operation)
      next.append(operation.unfinishedDependencies.reversed())
    }
    return nil
  }
}
