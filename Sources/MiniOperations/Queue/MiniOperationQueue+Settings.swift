import Dispatch
import Foundation
import Synchronization

extension MiniOperationQueue {
  final func replaceLimit(with limit: Int) {
    guard limit >= 0 || limit == MiniOperationQueue.defaultMaxConcurrentOperationCount else {
      return Misuse.negativeLimit(limit, of: self).report()
    }
    changing(.maxConcurrentOperationCount) {
      change { state in
        state.limit = limit
        state.schedule.limit = limit < 0 ? MiniOperationQueue.automaticLimit : limit
      }
    }
  }

  final func replaceSuspended(with isSuspended: Bool) {
    changing(.isSuspended) { change { $0.schedule.isSuspended = isSuspended } }
  }

  final func replaceUnderlyingQueue(with queue: DispatchQueue?) {
    // Compared by label, because on Linux each access to the main queue makes another object.
    let isMain = queue?.label == DispatchQueue.main.label
    let workers: any Workers = queue.map(DispatchWorkers.init) ?? blockWorkers
    let former = withState { state -> (queue: DispatchQueue?, workers: any Workers)? in
      guard !isMain, state.schedule.isEmpty else { return nil }
      let former = (state.underlying, state.workers)
      (state.underlying, state.workers) = (queue, workers)
      state.isWorkerComing = false
      return former
    }
    // Released here and not under the lock: the last reference to a dispatch queue may be among them.
    if former != nil { return }
    Misuse.underlyingQueueRefused(self, isMain: isMain).report()
  }
}
