import Foundation
import Synchronization

// How operations come in, run and leave.

extension MiniOperationQueue.State {
  /// Whether another worker must be asked for; the caller does it after unlocking.
  mutating func needsWorker() -> Bool {
    guard coming == 0, schedule.hasNext else { return false }
    coming = 1
    return true
  }

  /// The latch that those who wait for the end wait at, if this is the end.
  mutating func idleLatch() -> Latch? { schedule.isEmpty ? idle.take() : nil }
}

// MARK: - Coming in

extension MiniOperationQueue {
  @discardableResult
  final func add(_ operations: [MiniOperation]) -> Bool {
    guard claim(operations) else { return false }
    // From here on announcements of these operations reach the queue. So it
    // looks at them now, after it has begun to listen: the other way round, an
    // operation that changes in between would never be heard of again.
    let looks = operations.map { operation in
      (operation, heard: operation.news.load(ordering: .acquiring), isReady: operation.isReady)
    }
    change { state in
      for (operation, _, isReady) in looks {
        state.schedule.add(operation, isReady: isReady, priority: operation.currentFlags.priority)
      }
    }
    for (operation, heard, _) in looks where operation.news.load(ordering: .acquiring) != heard {
      self.operation(operation, didChange: .isReady)
      self.operation(operation, didChange: .isFinished)
    }
    return true
  }

  final func addBarrier(_ block: @escaping @Sendable () -> Void) {
    let barrier = MiniBlockOperation(block: block)
    barrier.name = "barrier"
    barrier.withState { $0.queue = self }
    change { $0.schedule.addBarrier(barrier) }
  }

  /// Makes the operations this queue's, all or none.
  private final func claim(_ operations: [MiniOperation]) -> Bool {
    for (index, operation) in operations.enumerated() {
      guard let misuse = refusal(of: operation) else { continue }
      for claimed in operations[..<index] { claimed.withState { $0.queue = nil } }
      misuse.report()
      return false
    }
    return true
  }

  private final func refusal(of operation: MiniOperation) -> Misuse? {
    let name = operation.displayName
    if operation.isFinished {
      return Misuse(
        .addedAfterFinish, operation, "'\(name)' was added to a queue although it has finished.",
        instead: "An operation runs once; make a new one for another run.")
    }
    if operation.isExecuting {
      return Misuse(
        .addedWhileExecuting, operation, "'\(name)' was added to a queue while it executes.",
        instead: "Either add it to a queue or call start(), not both.")
    }
    let owner = operation.withState { state -> MiniOperationQueue? in
      if let owner = state.queue { return owner }
      state.queue = self
      return nil
    }
    guard let owner else { return nil }
    let where_ = owner === self ? "this queue" : "'\(owner.name ?? "another queue")'"
    return Misuse(
      .addedTwice, operation, "'\(name)' was added to a queue, but \(where_) has it already.",
      instead: "Add it once; for another run make a new one.")
  }
}

// MARK: - Running

extension MiniOperationQueue: Employer {
  /// Lets a worker start one operation after the other, as long as it stays and something is next.
  package final func employ(for stay: WorkerStay) -> Bool {
    var isArriving = true
    var finished: MiniOperation?
    while true {
      let turn = withState { state -> Turn in
        var turn = Turn(countBefore: state.schedule.operationCount)
        if isArriving { state.coming -= 1 }
        if let finished, state.schedule.remove(finished) { turn.idle = state.idleLatch() }
        if isArriving || stay == .untilIdle { turn.next = state.schedule.takeNext() }
        turn.needsWorker = state.needsWorker()
        turn.countAfter = state.schedule.operationCount
        turn.workers = state.workers
        return turn
      }
      isArriving = false
      finished = nil
      announceCount(turn)
      turn.idle?.open()
      guard let next = turn.next else { return turn.needsWorker }
      if turn.needsWorker { turn.workers?.bring(to: self) }
      if run(next) { finished = next }
    }
  }

  /// Calls `start()`, with a look at the operation before and after; true when it has finished.
  private final func run(_ operation: MiniOperation) -> Bool {
    if !operation.isFinished {
      let context = ThreadContext.current
      let outer = context.queue
      context.queue = self
      context.handedOut = operation
      context.setQuality(effectiveQuality(of: operation))
      context.run(operation) { operation.start() }
      context.handedOut = nil
      context.queue = outer
    }
    guard operation.isFinished else { return false }
    // One that finished without a word has still dependents to release.
    operation.endUnannounced()
    return true
  }

  /// Hears that an operation has announced a change, as every observer does.
  final func operation(_ operation: MiniOperation, didChange key: Key) {
    switch key {
    case .isReady:
      // Two announcements may be heard at once. Each looks after it has counted
      // itself, so the one with the higher number has seen the newer value; the
      // other has nothing to add.
      let number = operation.news.add(1, ordering: .acquiringAndReleasing).newValue
      let isReady = operation.isReady
      change { state in
        guard operation.news.load(ordering: .acquiring) == number else { return }
        if isReady { state.schedule.becameReady(operation) } else { state.schedule.becameUnready(operation) }
      }
    case .isFinished:
      operation.news.add(1, ordering: .acquiringAndReleasing)
      guard operation.isFinished else { return }
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
  /// What came out of a change of the state, to be acted on after unlocking.
  fileprivate struct Turn {
    let countBefore: Int
    var countAfter = 0
    var next: MiniOperation?
    var needsWorker = false
    var idle: Latch?
    var workers: (any Workers)?
  }

  /// Changes the state, then does what follows from it: announce, wake, ask for a worker.
  final func change(_ body: (inout State) -> Void) {
    let turn = withState { state -> Turn in
      var turn = Turn(countBefore: state.schedule.operationCount)
      body(&state)
      turn.countAfter = state.schedule.operationCount
      turn.needsWorker = state.needsWorker()
      turn.idle = state.idleLatch()
      turn.workers = state.workers
      return turn
    }
    announceCount(turn)
    turn.idle?.open()
    if turn.needsWorker { turn.workers?.bring(to: self) }
  }

  private final func announceCount(_ turn: Turn) {
    guard turn.countBefore != turn.countAfter, isObserved.load(ordering: .relaxed) else { return }
    announceCount(from: turn.countBefore, to: turn.countAfter)
  }

  final func waitUntilEmpty() {
    while true {
      let latch = withState { state -> Latch? in
        if state.schedule.isEmpty { return nil }
        let latch = state.idle ?? Latch(name: "end of \(state.name)")
        state.idle = latch
        return latch
      }
      guard let latch else { return }
      latch.wait()
    }
  }
}
