import Foundation
import Synchronization

extension MiniOperation {
  /// The part of an operation's state that most operations do without, and the part that its dependencies know.
  ///
  /// An operation keeps its dependencies alive. A dependency must not keep its dependents
  /// alive: if it never finished, they would stay in memory for ever. But when it finishes, it
  /// must find those that still exist. A weak reference does that, and is expensive: the
  /// first one gives an object a side table, and every later retain and release of this
  /// object goes through the table. So a dependency holds the details of its dependents.
  /// They outlive their operation and know where it is, uncounted. Three rules make this safe:
  ///
  /// 1. The operation is used only while `lock` is held, and its `deinit` takes `lock` to
  ///    remove itself. So an operation that is found here exists until `lock` is released.
  /// 2. An operation that is found here may be in its `deinit`, waiting for `lock`. It must not
  ///    be retained unless another reference exists for certain: that of the queue which has it,
  ///    or the weak one that observed operations have.
  /// 3. Details hold nothing of the program when their operation is gone, so they may be
  ///    released under any lock.
  final class Details: OperationLink, @unchecked Sendable {
    // Unchecked: `operation` is used under `lock`, the other variables under the operation's lock.

    private let lock = Lock()
    private var operation: Unmanaged<MiniOperation>?
    private let isCut = Atomic<Bool>(false)

    @exclusivity(unchecked) var dependencies = Links<StrongLink>()
    @exclusivity(unchecked) var dependents = Links<Details>()
    /// Whether a dependency may have these details.
    @exclusivity(unchecked) var isLinked = false
    /// Whether each dependency that has not ended has these details among its dependents.
    @exclusivity(unchecked) var isListedByAll = true
    @exclusivity(unchecked) var latch: Latch?
    @exclusivity(unchecked) var name: String?
    @exclusivity(unchecked) var quality = QualityOfService.default

    init(of operation: MiniOperation) { self.operation = Unmanaged.passUnretained(operation) }

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Read without `lock`, because an operation's lock is held: `dependencyLeft()` takes the two in the other order.
    var isAlive: Bool { !isCut.load(ordering: .relaxed) }

    /// Records that the operation is being deallocated, and returns the dependencies that it kept alive.
    func cut() -> Links<StrongLink> {
      if isLinked {
        lock.withLock("details of an operation") { operation = nil }
        isCut.store(true, ordering: .relaxed)
      }
      // Each dependent keeps this operation alive, so only those that are gone are left in the list.
      // Removed here, or they would form a chain that is as long as that of the operations was.
      dependents = Links()
      return dependencies.takeAll()
    }

    /// Tells the operation, if it still exists, that one of its dependencies has finished.
    func dependencyLeft() {
      let announcement = lock.withLock("details of an operation") {
        operation?._withUnsafeGuaranteedRef { $0.dependencyLeft() }
      }
      guard let announcement else { return }
      announcement.operation.announce(announcement.change, to: announcement.queue)
    }
  }

  /// Counts one dependency less, and returns what must and can be announced.
  ///
  /// If the operation is in no queue and not observed, the change concerns no other object.
  private final func dependencyLeft() -> (
    operation: MiniOperation, change: Lifecycle.ReadinessChange, queue: MiniOperationQueue?
  )? {
    withState { state in
      let change = state.lifecycle.dependencyLeft()
      if change == .none { return nil }
      if let queue = state.queue { return (self, change, queue) }
      return state.observers?.operation.map { ($0, change, nil) }
    }
  }
}
