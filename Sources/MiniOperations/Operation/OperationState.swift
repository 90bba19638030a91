import Foundation

extension MiniOperation {
  /// What an operation's lock guards.
  ///
  /// It is kept small, because it travels: one thread makes an operation,
  /// another runs it, and the memory goes from core to core.
  struct State {
    var lifecycle = Lifecycle()
    var priority = QueuePriority.normal
    /// The queue that has the operation, from ``claim(_:for:)`` until it has finished.
    ///
    /// This is the only place that says so. `entry.place` is the place within that queue, and a thread's context
    /// says on which thread the queue has called `start()`.
    ///
    /// Safe without being counted: a queue keeps itself alive while it has
    /// operations. A count that every thread changes for every operation would
    /// cost more than all the rest.
    var owner: Unmanaged<MiniOperationQueue>?
    var completionBlock: (@Sendable () -> Void)?
    var observers: Observers?
    /// What most operations do without; see `DependencyNode`.
    private(set) var node: DependencyNode?

    var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }
  }
}

extension MiniOperation.State {
  /// The answer to a queue that wants an operation.
  enum Claim {
    case claimed
    case hasQueue(MiniOperationQueue)
    case executes
    case hasFinished
  }

  /// Gives `operation`, whose state this is, to `queue`, if it is in no queue and has not begun.
  mutating func claim(_ operation: MiniOperation, for queue: MiniOperationQueue) -> Claim {
    if let owner = self.queue { return .hasQueue(owner) }
    switch lifecycle.phase {
    case .waiting:
      give(operation, to: queue)
      return .claimed
    case .executing, .awaitingFinish: return .executes
    case .finished: return .hasFinished
    }
  }

  /// The node, made now if missing.
  mutating func makeNode() -> MiniOperation.DependencyNode {
    if let node { return node }
    let node = MiniOperation.DependencyNode()
    self.node = node
    return node
  }

  var name: String? { node?.name }
  var quality: QualityOfService { node?.quality ?? .default }

  /// Whether no other object waits for it, observes it or depends on it.
  var hasNothingButItsTask: Bool {
    guard completionBlock == nil, observers == nil else { return false }
    return node.map { $0.dependents.isEmpty && $0.latch == nil } ?? true
  }

  /// Takes out the dependents, and the latch of waiting threads, when the operation has ended.
  mutating func takeWaiting() -> (dependents: Links<MiniOperation.DependencyNode>, latch: Latch?) {
    guard let node else { return (Links(), nil) }
    return (node.dependents.takeAll(), node.latch.take())
  }
}
