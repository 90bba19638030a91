import Explorer
import Foundation
import Synchronization

// Dispatch queues, tasks, actors and continuations.

extension Classic {
  static let queues = [
    Classic("queue that waits for itself", repair: "another queue") { stage, isRight in
      let (queue, other) = (DispatchQueue(label: "queue"), DispatchQueue(label: "other"))
      stage.thread("main") { queue.sync { (isRight ? other : queue).sync {} } }
      stage.thread("B") { other.sync {} }
    },
    Classic("two queues that wait for each other", repair: "async in one direction") { stage, isRight in
      let (one, other) = (DispatchQueue(label: "one"), DispatchQueue(label: "other"))
      stage.thread("A") { one.sync { other.sync {} } }
      stage.thread("B") { other.sync { if isRight { one.async {} } else { one.sync {} } } }
    },
    Classic("concurrent queue as a lock", repair: "a barrier") { stage, isRight in
      let queue = DispatchQueue(label: "queue", attributes: .concurrent)
      let sum = Shared(0, "sum")
      for name in ["A", "B"] {
        stage.thread(name) { queue.sync(flags: isRight ? .barrier : []) { sum.value += 1 } }
      }
      stage.finally { stage.expect(sum.value == 2, "both have counted") }
    },
  ]

  static let tasks = [
    Classic("actor that suspends between check and act", repair: "no suspension between them") {
      stage, isRight in
      let cache = Cache()
      for name in ["A", "B"] { stage.task(name) { await cache.fill(isRight: isRight) } }
      stage.finally { stage.expect(cache.loads.value.withLock { $0 } == 1, "the value is loaded once") }
    },
    Classic("task that nothing waits for", repair: "waiting for its value") { stage, isRight in
      let sum = Sum()
      stage.task("main") {
        let task = Task { sum.value.withLock { $0 += 1 } }
        if isRight { await task.value }
        stage.expect(sum.value.withLock { $0 } == 1, "the work is done")
      }
    },
    Classic("continuation resumed twice", repair: "taking it out before resuming it") { stage, isRight in
      let waiter = Mutex<CheckedContinuation<Void, Never>?>(nil)
      let end: @Sendable () -> Void = {
        let continuation = waiter.withLock { continuation in
          defer { if isRight { continuation = nil } }
          return continuation
        }
        continuation?.resume()
      }
      stage.task("asks") {
        await withCheckedContinuation { continuation in
          waiter.withLock { $0 = continuation }
          Thread(block: end).start()
          Thread(block: end).start()
        }
      }
    },
    Classic("continuation never resumed", repair: "checking and waiting in one critical section") {
      stage, isRight in
      let gate = Gate()
      stage.task("waits") { await gate.wait() }
      stage.task("opens") { isRight ? gate.open() : gate.openInTwo() }
    },
    Classic("cancelled before the handler knows", repair: "the handler leaves a mark") { stage, isRight in
      let state = Mutex((isCancelled: false, waiter: CheckedContinuation<Void, Never>?.none))
      stage.task("waits", mayBeCancelled: true) {
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
              if !(isRight && state.isCancelled) { state.waiter = continuation }
              return isRight && state.isCancelled
            }
            if isOver { continuation.resume() }
          }
        } onCancel: {
          let waiter = state.withLock { state in
            state.isCancelled = true
            defer { state.waiter = nil }
            return state.waiter
          }
          waiter?.resume()
        }
      }
    },
  ]
}

private final class Sum: Sendable {
  let value = Mutex(0)
}

/// A value that is loaded when it is first asked for.
private actor Cache {
  private var isFilled = false
  nonisolated let loads = Sum()

  func fill(isRight: Bool) async {
    if isFilled { return }
    if isRight { isFilled = true }
    await Task.yield()
    loads.value.withLock { $0 += 1 }
    isFilled = true
  }
}
