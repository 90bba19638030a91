import Foundation
import Synchronization

extension MiniOperation {
  /// The part of an operation's state that most operations do without, and the part that its dependencies know.
  ///
  /// An operation keeps its dependencies alive. A dependency must not keep its dependents
  /// alive: if it never finished, they would stay in memory forever. But when it finishes, it
  /// must find those that still exist. A weak reference does that, and is expensive: the
  /// first one gives an object a side table, and every later retain and release of this
  /// object goes through the table. So a dependency holds the details of its dependents.
  /// They outlive their operation, and there are three cases:
  ///
  /// 1. A queue has the operation and keeps it alive until it has ended. Then it can be notified.
  /// 2. It is in no queue, but observed. Only then is there a weak reference, at its price.
  /// 3. Otherwise its readiness concerns no other object. The details count the ends of dependencies, and the
  ///    operation looks at them when it is asked, or when one of the other cases begins.
  ///
  /// So an operation is retained while it is notified of an end, and no last reference to it is released under a
  /// lock. Once their operation is deallocated, details refer to no object of the program, so they may be released
  /// under any lock.
  final class DependencyNode: OperationLink, @unchecked Sendable {
    // Unchecked: the first three variables are used under `lock`, the others under the operation's lock.

    private let lock = Lock()
    /// The operation while a queue has it, which holds it; removed here before that ends, so it needs no counting.
    @exclusivity(unchecked) private var queued: Unmanaged<MiniOperation>?
    /// The operation once it is observed in no queue.
    @exclusivity(unchecked) private weak var observed: MiniOperation?
    /// How many dependencies have ended while there was neither.
    @exclusivity(unchecked) private var missedEnds: Int32 = 0
    private let isCut = Atomic<Bool>(false)

    @exclusivity(unchecked) var dependencies = Links<StrongLink>()
    @exclusivity(unchecked) var dependents = Links<DependencyNode>()
    /// Whether a dependency may have these details.
    @exclusivity(unchecked) var isLinked = false
    /// Whether each dependency that has not ended has these details among its dependents.
    @exclusivity(unchecked) var isListedByAll = true
    @exclusivity(unchecked) var latch: Latch?
    @exclusivity(unchecked) var name: String?
    @exclusivity(unchecked) var quality = QualityOfService.default
    /// The unit of the queue's progress, while `main()` has returned and the operation has not finished.
    @exclusivity(unchecked) var unfinishedProgress: UnfinishedProgress?
    /// The states that were announced by a key path without a key.
    @exclusivity(unchecked) var announcedStates: AnnouncedStates?

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Read without `lock`, by dependencies that compact their lists.
    var isAlive: Bool { !isCut.load(ordering: .relaxed) }

    /// Records that the operation is being deallocated, and returns the dependencies that it kept alive.
    func cut() -> Links<StrongLink> {
      if isLinked { isCut.store(true, ordering: .relaxed) }
      // Each dependent keeps this operation alive, so the list contains only details of deallocated ones.
      // Removed here, or they would form a chain as long as that of the operations was.
      dependents = Links()
      return dependencies.takeAll()
    }

    /// Registers `operation`, if it is queued or observed, to be notified of ends, and returns how many it has missed.
    func listen(for operation: MiniOperation, isQueued: Bool, isObserved: Bool) -> Int32 {
      lock.withLock("details of an operation") {
        queued = isQueued ? .passUnretained(operation) : nil
        if isObserved && !isQueued { observed = operation }
        defer { missedEnds = 0 }
        return missedEnds
      }
    }

    /// Notifies the operation that one of its dependencies has finished, or counts that for later.
    func dependencyLeft() {
      let operation = lock.withLock("details of an operation") {
        let operation = queued?.takeUnretainedValue() ?? observed
        if operation == nil { missedEnds += 1 }
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

  /// Whether dependencies allow a start of this operation, which is in no queue and may have missed ends.
  final var isReadyAfterMissedEnds: Bool {
    withState { state in
      state.updateListener(of: self)
      return state.lifecycle.isReady
    }
  }
}

extension MiniOperation.State {
  /// Registers `operation`, whose state this is, for ends of dependencies, and counts those that it has missed.
  mutating func updateListener(of operation: MiniOperation) {
    guard let details, details.isLinked else { return }
    let missed = details.listen(
      for: operation, isQueued: owner != nil, isObserved: observers != nil && !lifecycle.hasEnded)
    for _ in 0..<missed { _ = lifecycle.dependencyLeft() }
  }

  /// Gives `operation`, whose state this is, to a queue, or takes it from one.
  mutating func give(_ operation: MiniOperation, to queue: MiniOperationQueue?) {
    owner = queue.map(Unmanaged.passUnretained)
    updateListener(of: operation)
  }
}
