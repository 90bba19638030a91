import Foundation
import Synchronization

extension MiniOperation {
  /// The rarely used part of an operation's state, and its place in the graph of dependencies.
  ///
  /// An operation retains its dependencies. A dependency must not retain its dependents: if it never
  /// finished, they would stay in memory forever. But when it finishes, it must find those that still exist.
  /// A weak reference does that at a price: the first one gives an object a side table, and every later
  /// retain and release of the object goes through the table. So a dependency retains the *nodes* of its
  /// dependents, and a node knows its operation:
  ///
  /// 1. While a queue has the operation, and so retains it, the node has a plain reference and notifies it.
  /// 2. While the operation is observed outside of a queue, the node has a weak reference, at its price.
  /// 3. Otherwise nothing depends on its readiness. The node counts the dependencies that finish, and the
  ///    operation reads the count when `isReady` is read or one of the other cases begins.
  ///
  /// So an operation is retained while it is notified, and no last reference to it is released under a lock.
  /// The node of a deallocated operation refers to no object of the program and may be released under any
  /// lock.
  final class DependencyNode: OperationLink, @unchecked Sendable {
    // Unchecked: the first three variables are used under `lock`, the others under the operation's lock. So
    // their exclusivity is not checked at run time either, which would be 14 % of the instructions of a
    // chain.

    private let lock = Lock()
    /// The operation while a queue has it; removed before the queue releases it, so it is not counted.
    @exclusivity(unchecked) private var queued: Unmanaged<MiniOperation>?
    /// The operation while it is observed and in no queue.
    @exclusivity(unchecked) private weak var observed: MiniOperation?
    /// How many dependencies have finished while there was neither.
    @exclusivity(unchecked) private var missedCount: Int32 = 0
    private let isCut = Atomic<Bool>(false)

    @exclusivity(unchecked) var dependencies = Links<StrongLink>()
    @exclusivity(unchecked) var dependents = Links<DependencyNode>()
    /// Whether a dependency may have this node.
    @exclusivity(unchecked) var isLinked = false
    /// Whether each unfinished dependency has this node among its dependents.
    @exclusivity(unchecked) var isListedByAll = true
    @exclusivity(unchecked) var latch: Latch?
    @exclusivity(unchecked) var name: String?
    @exclusivity(unchecked) var quality = QualityOfService.default
    /// The rest of a unit of the queue's progress, while `main()` has returned and the operation has not
    /// finished.
    @exclusivity(unchecked) var uncounted: Progress?
    /// The states that were announced by a key path without a key.
    @exclusivity(unchecked) var announcedStates: AnnouncedStates?

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Read without `lock`, by dependencies that compact their lists.
    var isAlive: Bool { !isCut.load(ordering: .relaxed) }

    /// Records that the operation is being deallocated, and returns the dependencies that it retained.
    func cut() -> Links<StrongLink> {
      if isLinked { isCut.store(true, ordering: .relaxed) }
      // Each dependent retains this operation, so the list contains only nodes of deallocated ones.
      // Removed here, or they would form a chain as long as that of the operations was.
      dependents = Links()
      return dependencies.takeAll()
    }

    /// Registers `operation`, if it is queued or observed, to be notified, and returns how many dependencies
    /// have finished since it was not.
    func listen(for operation: MiniOperation, isQueued: Bool, isObserved: Bool) -> Int32 {
      lock.withLock("node of an operation") {
        queued = isQueued ? .passUnretained(operation) : nil
        if isObserved && !isQueued { observed = operation }
        defer { missedCount = 0 }
        return missedCount
      }
    }

    /// Notifies the operation that one of its dependencies has finished, or counts that for later.
    func dependencyLeft() {
      let operation = lock.withLock("node of an operation") {
        let operation = queued?.takeUnretainedValue() ?? observed
        if operation == nil { missedCount += 1 }
        return operation
      }
      operation?.dependencyLeft()
    }
  }

  /// Counts one dependency less, and announces what that changes.
  private final func dependencyLeft() {
    let (change, queue) = withState { state in
      let change = state.lifecycle.dependencyLeft()
      return (change, change == .none ? nil : state.queue)
    }
    if change != .none { announce(change, to: queue) }
  }

  /// Whether dependencies allow a start of this operation, which is in no queue and may not have been
  /// notified.
  final var isReadyOutsideQueues: Bool {
    withState { state in
      state.updateListener(of: self)
      return state.lifecycle.isReady
    }
  }
}

extension MiniOperation.State {
  /// Registers `operation`, whose state this is, with its node, and counts the dependencies that have
  /// finished.
  mutating func updateListener(of operation: MiniOperation) {
    guard let node, node.isLinked else { return }
    let missed = node.listen(
      for: operation, isQueued: owner != nil, isObserved: observers != nil && !lifecycle.isFinished)
    for _ in 0..<missed { _ = lifecycle.dependencyLeft() }
  }
}
