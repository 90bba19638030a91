import Dispatch
import Foundation
import Synchronization

extension MiniOperationQueue {
  final func replaceLimit(with limit: Int) {
    guard limit >= 0 || limit == MiniOperationQueue.defaultMaxConcurrentOperationCount else {
      return Misuse(
        .negativeLimit, nil, "The limit of '\(name ?? "")' was set to \(limit).",
        instead: "Use 0 to hold the queue, or defaultMaxConcurrentOperationCount for no limit of your own."
      ).report()
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
    let reason = isMain ? "set to the main queue" : "changed while it had operations"
    Misuse(
      .underlyingQueueRefused, nil, "The underlying queue of '\(label)' was \(reason).",
      instead: "Set it before adding operations, to a queue other than the main queue; for that use "
        + "MiniOperationQueue.main."
    ).report()
  }
}

extension MiniOperation {
  /// The operation's own quality of service, else the queue's.
  final func quality(else queueQuality: QualityOfService) -> QualityOfService {
    let own = currentFlags.quality
    return own == .default ? queueQuality : own
  }
}
