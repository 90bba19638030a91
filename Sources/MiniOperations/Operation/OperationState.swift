import Foundation

extension MiniOperation {
  /// What an operation's lock guards.
  ///
  /// It is kept small, because it travels: one thread makes an operation,
  /// another runs it, and the memory goes from core to core.
  struct State {
    var lifecycle = Lifecycle()
    var priority = QueuePriority.normal
    /// The queue that has the operation, until it has finished.
    ///
    /// Safe without being counted: a queue keeps itself alive while it has
    /// operations. A count that every thread changes for every operation would
    /// cost more than all the rest.
    var owner: Unmanaged<MiniOperationQueue>?
    var completionBlock: (@Sendable () -> Void)?
    var observers: Observers?
    /// What most operations do without; see `DependencyNode`.
    private(set) var details: DependencyNode?

    var queue: MiniOperationQueue? { owner?.takeUnretainedValue() }
  }
}

extension MiniOperation.State {
  /// The details, made now if missing.
  mutating func makeDetails() -> MiniOperation.DependencyNode {
    if let details { return details }
    let details = MiniOperation.DependencyNode()
    self.details = details
    return details
  }

  var name: String? { details?.name }
  var quality: QualityOfService { details?.quality ?? .default }

  /// Whether no other object waits for the end, observes it or runs after it.
  var hasNothingButItsTask: Bool {
    guard completionBlock == nil, observers == nil else { return false }
    return details.map { $0.dependents.isEmpty && $0.latch == nil } ?? true
  }

  /// Takes out the dependents, and the latch of waiting threads, when the operation has ended.
  mutating func takeWaiting() -> (dependents: Links<MiniOperation.DependencyNode>, latch: Latch?) {
    guard let details else { return (Links(), nil) }
    return (details.dependents.takeAll(), details.latch.take())
  }
}
