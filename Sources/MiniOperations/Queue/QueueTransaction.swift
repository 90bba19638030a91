import Foundation

/// One change of a queue's state and its effects.
///
/// It begins and ends under the queue's lock. The effects must not happen under a lock: notifying observers,
/// waking waiting threads, requesting a worker, releasing objects. They are recorded and left to
/// ``finish(on:)``.
struct QueueTransaction: ~Copyable {
  /// The operation that the calling worker starts now.
  var next: MiniOperation?
  /// The queue's quality of service, nil where a dispatch queue decides.
  var quality: QualityOfService?
  /// The workers of which one must be called.
  private(set) var workers: (any Workers)?

  private let countBefore: Int
  private let wasEmpty: Bool
  /// The effects, which most transactions do not have.
  private var effects: DeferredEffects?

  private final class DeferredEffects {
    var observers: Observers?
    var counts = (before: 0, after: 0)
    /// The operations before and after, where they are observed.
    var lists: (before: [MiniOperation], after: [MiniOperation])?
    /// Where threads sleep that wait until nothing is left.
    var idle: Latch?
    /// The queue's hold on itself, released after unlocking.
    var keeper: MiniOperationQueue?
  }

  init(of state: inout MiniOperationQueue.State) {
    countBefore = state.schedule.operationCount
    wasEmpty = state.schedule.isEmpty
    guard state.observers != nil else { return }
    let effects = DeferredEffects()
    effects.observers = state.observers
    if state.observers?.contains(.operations) == true {
      effects.lists = (state.schedule.operations(), [])
    }
    self.effects = effects
  }

  /// Reads the state after the change.
  mutating func end(_ state: inout MiniOperationQueue.State, of queue: MiniOperationQueue) {
    if state.needsWorker() { workers = state.workers }
    let isEmpty = state.schedule.isEmpty
    if isEmpty != wasEmpty || effects != nil {
      noteEffects(&state, queue, isEmpty: isEmpty)
    }
  }

  private mutating func noteEffects(
    _ state: inout MiniOperationQueue.State, _ queue: MiniOperationQueue, isEmpty: Bool
  ) {
    let effects = effects ?? DeferredEffects()
    self.effects = effects
    effects.counts = (countBefore, state.schedule.operationCount)
    if effects.lists != nil { effects.lists?.after = state.schedule.operations() }
    if isEmpty { effects.idle = state.idle.take() }
    if isEmpty != wasEmpty {
      effects.keeper = state.keeper.take()
      if !isEmpty { state.keeper = queue }
    }
  }

  /// Carries out the effects, after unlocking; true when a worker was requested.
  ///
  /// A worker that the caller sends again itself is left to the caller.
  consuming func finish(on queue: MiniOperationQueue, requestsWorker: Bool = true) -> Bool {
    if let effects { QueueTransaction.settle(effects, on: queue) }
    guard let workers else {
      // A call may wait for want of a thread, and a worker for what is next only now.
      if queue.waitingWorkers.load(ordering: .sequentiallyConsistent) > 0 {
        queue.withState { $0.workers }.wakeWaitingWorker(for: queue)
      }
      return false
    }
    if requestsWorker { workers.requestWorker(for: queue) }
    return true
  }

  private static func settle(_ effects: DeferredEffects, on queue: MiniOperationQueue) {
    let (before, after) = effects.counts
    if let observers = effects.observers, before != after {
      // The counts are those of the change itself: two operations that leave at
      // once are seen as 2, 1 and 1, 0, although both observers may read 0 by then.
      observers.announcePrior(.operationCount, on: queue, old: before)
      observers.announceChange(.operationCount, on: queue, old: before, new: after)
      if let lists = effects.lists {
        observers.announcePrior(.operations, on: queue, old: lists.before)
        observers.announceChange(.operations, on: queue, old: lists.before, new: lists.after)
      }
    }
    effects.idle?.open()
  }
}

extension MiniOperationQueue {
  /// Changes the state, then notifies observers, wakes waiting threads and requests a worker, as the change
  /// demands.
  final func change(_ body: (inout State) -> Void) {
    let transaction = withState { state -> QueueTransaction in
      var transaction = QueueTransaction(of: &state)
      body(&state)
      transaction.end(&state, of: self)
      return transaction
    }
    _ = transaction.finish(on: self)
  }
}

extension MiniOperationQueue.State {
  /// Whether another worker is needed; the caller requests it after unlocking.
  fileprivate mutating func needsWorker() -> Bool {
    guard !isWorkerComing, schedule.hasNext else { return false }
    isWorkerComing = true
    return true
  }
}
