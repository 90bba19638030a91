// How a queue accepts operations, or refuses them.

extension MiniOperationQueue.State {
  fileprivate mutating func add(_ operation: MiniOperation, _ snapshot: MiniOperationQueue.ReadinessSnapshot)
  {
    schedule.add(operation, isReady: snapshot.isReady, priority: snapshot.priority)
    operation.entry.sawReadyByDefault = snapshot.isReadyByDefault
  }
}

extension MiniOperationQueue {
  final func add(_ operation: MiniOperation) {
    if let misuse = refusal(of: operation) { return misuse.report() }
    let snapshot = ReadinessSnapshot(at: operation)
    change { $0.add(operation, snapshot) }
    recheck(operation, since: snapshot)
  }

  /// Adds all or none; false for none.
  final func add(_ operations: [MiniOperation]) -> Bool {
    for (index, operation) in operations.enumerated() {
      guard let misuse = refusal(of: operation) else { continue }
      let earlier = operations[..<index]
      for claimed in earlier { claimed.withState { $0.give(claimed, to: nil) } }
      (earlier.contains { $0 === operation } ? .addedTwiceInOneCall(operation) : misuse).report()
      return false
    }
    let snapshots = operations.map(ReadinessSnapshot.init)
    change { state in
      for (operation, snapshot) in zip(operations, snapshots) { state.add(operation, snapshot) }
    }
    for (operation, snapshot) in zip(operations, snapshots) { recheck(operation, since: snapshot) }
    return true
  }

  /// An operation's properties, read before the queue's lock is acquired.
  ///
  /// The operation belongs to this queue by then and announces to it; in the opposite order, a change
  /// in between would be lost.
  fileprivate struct ReadinessSnapshot {
    let changeCount: UInt32
    let isReadyByDefault: Bool
    let isReady: Bool
    let priority: MiniOperation.QueuePriority

    init(at operation: MiniOperation) {
      changeCount = operation.changeCount
      isReadyByDefault = operation.isReadyByDefault
      isReady = operation.isReady
      priority = operation.queuePriority
    }
  }

  /// Reads an operation again that has changed since `snapshot`, before the queue could record the change.
  private final func recheck(_ operation: MiniOperation, since snapshot: ReadinessSnapshot) {
    if operation.changeCount != snapshot.changeCount {
      self.operation(operation, didChange: .isReady)
      self.operation(operation, didChange: .isFinished)
    }
    // A priority is not counted as a change, so it is compared.
    if operation.queuePriority != snapshot.priority { self.operation(operation, didChange: .queuePriority) }
  }

  final func addBarrier(_ block: @escaping @Sendable () -> Void) {
    let barrier = MiniBlockOperation(block: block)
    barrier.name = "barrier"
    // No other code has a reference to it, so it announces nothing to this queue: `run` checks that it has finished.
    change { $0.schedule.addBarrier(barrier) }
  }

  /// Makes the operation this queue's, or returns why not.
  private final func refusal(of operation: MiniOperation) -> Misuse? {
    // Read first, because a subclass may override them; the state below knows the default answers.
    if operation.isFinished { return .addedAfterFinish(operation) }
    if operation.isExecuting { return .addedWhileExecuting(operation) }
    return switch operation.withState({ $0.claim(operation, for: self) }) {
    case .claimed: nil
    case .hasQueue(let queue): .addedTwice(operation, queue === self ? nil : queue)
    case .executes: .addedWhileExecuting(operation)
    case .hasFinished: .addedAfterFinish(operation)
    }
  }
}
