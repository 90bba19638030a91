import Dispatch
import Threading

/// Stands in for Dispatch's `DispatchPredicate`.
public enum DispatchPredicate {
  /// The caller is work of this queue.
  case onQueue(DispatchQueue)
  /// The caller is work of this queue that runs alone on it.
  case onQueueAsBarrier(DispatchQueue)
  /// The caller is not work of this queue.
  case notOnQueue(DispatchQueue)
}

/// Stands in for Dispatch's function; under the Explorer a condition that does not hold is a finding.
///
/// Modelled: on which queue the caller runs. A queue's barrier is not distinguished from its other work.
public func dispatchPrecondition(condition: @autoclosure () -> DispatchPredicate) {
  let condition = condition()
  guard let director = Direction.current else {
    return Dispatch.dispatchPrecondition(condition: condition.platform)
  }
  let queues = ThreadValues.current(director).queues
  let (queue, isExpected) = condition.queue
  guard queues.contains(where: { $0 === queue.directed(by: director) }) != isExpected else { return }
  director.report(
    misuse: "dispatchPrecondition: the caller is \(isExpected ? "not " : "")work of '\(queue.label)'.")
}

extension DispatchPredicate {
  fileprivate var queue: (DispatchQueue, isExpected: Bool) {
    switch self {
    case .onQueue(let queue), .onQueueAsBarrier(let queue): (queue, true)
    case .notOnQueue(let queue): (queue, false)
    }
  }

  fileprivate var platform: Dispatch.DispatchPredicate {
    switch self {
    case .onQueue(let queue): .onQueue(queue.platform)
    case .onQueueAsBarrier(let queue): .onQueueAsBarrier(queue.platform)
    case .notOnQueue(let queue): .notOnQueue(queue.platform)
    }
  }
}
