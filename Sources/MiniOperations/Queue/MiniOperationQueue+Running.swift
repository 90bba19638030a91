import Foundation
import Synchronization

// How a queue accepts operations, starts them, and is notified of their changes: the first part and the third
// of the way in the comment of `Lifecycle`.

// MARK: - Adding

extension MiniOperationQueue.State {
  fileprivate mutating func add(_ operation: MiniOperation, _ snapshot: MiniOperationQueue.ReadinessSnapshot)
  {
    schedule.add(operation, isReady: snapshot.isReady, priority: snapshot.priority)
    operation.entry.sawReadyByDefault = snapshot.isReadyByDefault
    operation.entry.lastChange = snapshot.changeCount
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
    let hasFinished: Bool
    let isReadyByDefault: Bool
    let isReady: Bool
    let priority: MiniOperation.QueuePriority

    init(at operation: MiniOperation) {
      changeCount = operation.changeCount
      hasFinished = operation.currentFlags.contains(.finished)
      isReadyByDefault = operation.isReadyByDefault
      isReady = operation.isReady
      priority = operation.queuePriority
    }
  }

  /// Reads an operation again that has changed since `snapshot`, before the queue could record the change.
  private final func recheck(_ operation: MiniOperation, since snapshot: ReadinessSnapshot) {
    let hasChanged = operation.changeCount != snapshot.changeCount
    if hasChanged { self.operation(operation, didChange: .isReady) }
    // One that finished before the snapshot was not in the list yet.
    if hasChanged || snapshot.hasFinished { self.operation(operation, didChange: .isFinished) }
    // A priority is not counted as a change, so it is compared.
    if operation.queuePriority != snapshot.priority { self.operation(operation, didChange: .queuePriority) }
  }

  final func addBarrier(_ block: @escaping @Sendable () -> Void) {
    let barrier = MiniBlockOperation(block: block)
    barrier.name = "barrier"
    // No other code has a reference to it, so it announces nothing to this queue: `run` checks that it has
    // finished.
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
    case .finished: .addedAfterFinish(operation)
    }
  }
}

// MARK: - Running

extension MiniOperationQueue: WorkSource {
  /// Lets a worker start operations one by one, as long as its lease allows and there is a next one.
  package final func runWork(for lease: WorkerLease, sentBy sender: any Workers) -> Bool {
    let context = ThreadContext.current
    var isArriving = true
    var finished: MiniOperation?
    while true {
      let transaction = withState { state -> QueueTransaction in
        var transaction = QueueTransaction(of: &state)
        if isArriving {
          // A worker that was requested before the underlying queue changed is on the
          // wrong thread, and is not the expected one.
          guard state.workers === sender else { return transaction }
          state.isWorkerComing = false
        }
        if let finished { _ = state.schedule.remove(finished) }
        if lease.allows(state.schedule.next, isFirst: isArriving) {
          transaction.next = state.schedule.takeNext()
        }
        if transaction.next != nil, state.underlying == nil { transaction.quality = state.quality }
        transaction.end(&state, of: self)
        return transaction
      }
      isArriving = false
      finished = nil
      guard let next = transaction.next else { return transaction.finish(on: self, requestsWorker: false) }
      let quality = transaction.quality
      _ = transaction.finish(on: self)
      if run(next, quality, on: context) { finished = next }
    }
  }

  /// Whether these workers start the operations.
  final func isServed(by workers: any Workers) -> Bool { withState { $0.workers === workers } }

  /// Whether a worker with this lease would find work now.
  package final func hasNext(for lease: WorkerLease) -> Bool {
    withState { state in state.schedule.hasNext && lease.allows(state.schedule.next, isFirst: true) }
  }

  /// Calls `start()`, and checks the operation before and after; true when it has finished.
  private final func run(
    _ operation: MiniOperation, _ queueQuality: QualityOfService?, on context: ThreadContext
  ) -> Bool {
    Direction.reach(.begin, of: operation.lock.id, "\(label) starts \(operation.label)")
    if !operation.isFinished {
      if let queueQuality { context.setQuality(operation.quality(else: queueQuality)) }
      context.run(operation, of: self, isCall: true) { operation.start() }
    }
    // One that finished without an announcement still has dependents to release.
    return operation.checkFinish()
  }

  /// Whether this queue has called `start()` of an operation that it still has.
  final func hasStarted(_ operation: MiniOperation) -> Bool {
    withState { _ in operation.entry.place == .running }
  }

  /// Handles a change that an operation has announced, after its observers.
  final func operation(_ operation: MiniOperation, didChange key: Key) {
    switch key {
    case .isReady:
      // Two announcements may arrive at once. Each checks after it has counted
      // itself, so the one with the higher number has seen the newer value; if it
      // was faster, the other has nothing to add.
      let number = operation.noteChange()
      let isReadyByDefault = operation.isReadyByDefault
      let isReady = operation.isReady
      change { state in
        guard Int32(bitPattern: number &- operation.entry.lastChange) > 0 else { return }
        operation.entry.lastChange = number
        operation.entry.sawReadyByDefault = isReadyByDefault
        if isReady { state.schedule.becameReady(operation) } else { state.schedule.becameUnready(operation) }
      }
    case .isFinished:
      guard operation.checkFinish() else { return }
      _ = operation.noteChange()
      change { _ = $0.schedule.remove(operation) }
    case .queuePriority:
      var seen: MiniOperation.QueuePriority
      repeat {
        seen = operation.queuePriority
        change { $0.schedule.prioritise(operation, seen) }
      } while seen != operation.queuePriority
    default:
      return
    }
  }
}

extension MiniOperation {
  /// The operation's own quality of service, else the queue's.
  fileprivate final func quality(else queueQuality: QualityOfService) -> QualityOfService {
    let own = currentFlags.quality
    return own == .default ? queueQuality : own
  }
}
