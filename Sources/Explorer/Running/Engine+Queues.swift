import ExplorerHooks
import Threading

// The platform's dispatch queues: their work runs on threads of the schedule.

extension Engine {
  /// Carries out what a thread asks of a queue.
  func askedQueue(_ request: SightQueueRequest) -> SightAnswer {
    guard Direction.isCurrent(self) else { return .not }
    let queue = directed(request.queue)
    let place: String = entered {
      guard request.code != 0, let recorder else { return "" }
      platformNames.note(request.code, of: current, recorder)
      return platformNames.place(of: current)
    }
    // Safety: the work is run once, on one of the schedule's threads.
    nonisolated(unsafe) let request = request
    let work: @Sendable () -> Void = { sightRun(request) }
    switch request.call {
    case .async where request.follows != 0:
      let add: @Sendable () -> Void = { queue.async(isBarrier: request.isBarrier, work) }
      if let object = request.followed, request.isOver?(object) == true {
        add()
      } else {
        follow(request, add)
      }
    case .async where request.delay == 0: queue.async(isBarrier: request.isBarrier, at: place, work)
    case .async:
      let deadline = request.delay < 0 ? nil : now + Deadline.from(now: request.delay)
      queue.async(at: deadline, isBarrier: request.isBarrier, work)
    case .sync: queue.sync(isBarrier: request.isBarrier, at: place, work)
    case .suspend: queue.suspend()
    case .resume: queue.resume()
    case .activate: queue.activate()
    case .target: queue.setTarget(request.queue.target.map { directed(sightQueueAt($0)) })
    }
    return .done
  }

  private func follow(_ request: SightQueueRequest, _ add: @escaping @Sendable () -> Void) {
    entered { followers[resources.id(ofPlatform: request.follows), default: []].append(add) }
  }

  /// What a queue is in this schedule.
  private func directed(_ queue: SightQueue) -> DirectedQueue {
    let resource = resources.id(ofPlatform: queue.number)
    return local(to: resource) {
      DirectedQueue(
        self, resource: resource, label: String(cString: queue.label), isConcurrent: queue.isConcurrent,
        isOfProcess: queue.isOfProcess, isActive: !queue.isInactive,
        target: queue.target.map { directed(sightQueueAt($0)) })
    }
  }

  /// Runs a block so many times, each on a thread of its own, and returns when all have ended.
  func apply(_ request: SightRequest, on resource: UInt64) {
    let left = Left(request.times)
    nonisolated(unsafe) let block = request.object
    for number in 0..<request.times {
      startThread(named: "concurrentPerform \(number + 1)", mayRunFirst: false) { [unowned self] in
        sightApply(block, number)
        reach(.count, on: resource) { "end of concurrentPerform" }
        left.count -= 1
      }
    }
    _ = self.await(resource, until: nil, label: { "concurrentPerform" }) { left.count == 0 }
  }

  private final class Left: @unchecked Sendable {
    // Unchecked: only the thread that holds the baton uses it.
    var count: Int
    init(_ count: Int) { self.count = count }
  }
}
