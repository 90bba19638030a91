import Foundation

/// One change of a queue's state, from the moment before it to what follows from it.
///
/// It begins and ends under the queue's lock. What must not happen under a lock
/// is recorded meanwhile and done by ``finish(on:)``: notifying observers, waking
/// waiting threads, requesting a worker, releasing objects.
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

  /// Looks at the state when the change has been made.
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

  /// Does what follows from the change, after unlocking; true when a worker was requested.
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
