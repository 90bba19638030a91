import Foundation
import Synchronization

// How a queue starts its operations, and is notified of their changes.

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
      // A barrier does not count in `totalUnitCount`.
      let counts = hasProgress.load(ordering: .acquiring) && !operation.entry.isBarrier
      context.run(operation, of: self, isHandedOver: true, countsProgress: counts) { operation.start() }
    }
    guard operation.isFinished else { return false }
    // An operation that finished without an announcement still has dependents to release.
    operation.finishUnannounced()
    return true
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
      // itself, so the one with the higher number has seen the newer value; the
      // other has nothing to add.
      let number = operation.noteChange()
      let isReadyByDefault = operation.isReadyByDefault
      let isReady = operation.isReady
      change { state in
        guard operation.changeCount == number else { return }
        operation.entry.sawReadyByDefault = isReadyByDefault
        if isReady { state.schedule.becameReady(operation) } else { state.schedule.becameUnready(operation) }
      }
    case .isFinished:
      // Counted only if it is true: a false one would make an announcement of
      // isReady, arriving at the same time, conclude that it has been overtaken.
      guard operation.isFinished else { return }
      _ = operation.noteChange()
      operation.finishUnannounced()
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
