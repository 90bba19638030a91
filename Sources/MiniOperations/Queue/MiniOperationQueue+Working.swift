import Foundation
import Synchronization

// How operations come in, run and leave.

extension MiniOperationQueue.State {
  /// Whether another worker is needed; the caller requests it after unlocking.
  mutating func needsWorker() -> Bool {
    guard !isWorkerComing, schedule.hasNext else { return false }
    isWorkerComing = true
    return true
  }

  fileprivate mutating func add(_ operation: MiniOperation, _ snapshot: MiniOperationQueue.ReadinessSnapshot)
  {
    schedule.add(operation, isReady: snapshot.isReady, priority: snapshot.priority)
    operation.entry.sawReadyByDefault = snapshot.isReadyByDefault
  }
}

// MARK: - Coming in

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
      (earlier.contains { $0 === operation } ? repeated(operation) : misuse).report()
      return false
    }
    let snapshots = operations.map(ReadinessSnapshot.init)
    change { state in
      for (operation, snapshot) in zip(operations, snapshots) { state.add(operation, snapshot) }
    }
    for (operation, snapshot) in zip(operations, snapshots) { recheck(operation, since: snapshot) }
    return true
  }

  /// What the queue saw of an operation before it took its lock.
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
    if operation.isFinished { return addedAfterFinish(operation) }
    if operation.isExecuting { return addedWhileExecuting(operation) }
    var phase = Lifecycle.Phase.executing
    let owner = operation.withState { state -> MiniOperationQueue? in
      if let owner = state.queue { return owner }
      // Asked again: one that has ended meanwhile would never forget this queue. One that
      // was left open does not execute, and a subclass reports that it has not finished.
      phase = state.lifecycle.phase
      if case .waiting = phase { state.give(operation, to: self) }
      return nil
    }
    guard let owner else {
      switch phase {
      case .waiting: return nil
      case .executing, .awaitingFinish: return addedWhileExecuting(operation)
      case .finished: return addedAfterFinish(operation)
      }
    }
    let ownerName = owner === self ? "this queue" : "'\(owner.name ?? "another queue")'"
    return Misuse(
      .addedTwice, operation,
      "'\(operation.displayName)' was added to a queue, but \(ownerName) has it already.",
      instead: "Add it once; for another run make a new one.")
  }

  private final func repeated(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .addedTwice, operation, "'\(operation.displayName)' is in the array of one call twice.",
      instead: "Add it once; for another run make a new one.")
  }

  private final func addedWhileExecuting(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .addedWhileExecuting, operation,
      "'\(operation.displayName)' was added to a queue while it executes.",
      instead: "Either add it to a queue or call start(), not both.")
  }

  private final func addedAfterFinish(_ operation: MiniOperation) -> Misuse {
    Misuse(
      .addedAfterFinish, operation,
      "'\(operation.displayName)' was added to a queue although it has finished.",
      instead: "An operation runs once; make a new one for another run.")
  }
}

// MARK: - Running

extension MiniOperationQueue: WorkSource {
  /// Lets a worker start operations one by one, as long as it stays and there is a next one.
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

  /// Whether a worker that comes now and stays for this would find work.
  package final func hasNext(for lease: WorkerLease) -> Bool {
    withState { state in state.schedule.hasNext && lease.allows(state.schedule.next, isFirst: true) }
  }

  /// Calls `start()`, and checks the operation before and after; true when it has finished.
  private final func run(
    _ operation: MiniOperation, _ queueQuality: QualityOfService?, on context: ThreadContext
  ) -> Bool {
    Direction.reach(.begin, of: operation.lock.id, "\(label) starts \(operation.label)")
    if !operation.isFinished {
      let (outerHandedOut, outerCounts) = (context.handedOut, context.queueCountsProgress)
      // A barrier does not count in `totalUnitCount`.
      context.queueCountsProgress = hasProgress.load(ordering: .acquiring) && !operation.entry.isBarrier
      context.handedOut = ObjectIdentifier(operation)
      if let queueQuality { context.setQuality(operation.quality(else: queueQuality)) }
      context.run(operation, of: self) { operation.start() }
      (context.handedOut, context.queueCountsProgress) = (outerHandedOut, outerCounts)
    }
    guard operation.isFinished else { return false }
    // An operation that finished without an announcement still has dependents to release.
    operation.endUnannounced()
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
      operation.endUnannounced()
      change { _ = $0.schedule.remove(operation) }
    case .queuePriority:
      var heard: MiniOperation.QueuePriority
      repeat {
        heard = operation.queuePriority
        change { $0.schedule.prioritise(operation, heard) }
      } while heard != operation.queuePriority
    default:
      return
    }
  }
}

// MARK: - Changing

extension MiniOperationQueue {
  /// Changes the state, then does what follows from it: announce, wake, ask for a worker.
  final func change(_ body: (inout State) -> Void) {
    let transaction = withState { state -> QueueTransaction in
      var transaction = QueueTransaction(of: &state)
      body(&state)
      transaction.end(&state, of: self)
      return transaction
    }
    _ = transaction.finish(on: self)
  }

  final func waitUntilEmpty() {
    while true {
      let latch = withState { state -> Latch? in
        if state.schedule.isEmpty { return nil }
        let latch = state.idle ?? Latch(name: "end of the queue")
        state.idle = latch
        return latch
      }
      guard let latch else { return }
      ThreadContext.current.wait(at: latch, for: self)
    }
  }
}
