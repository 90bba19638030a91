import Dispatch
import Foundation
import Synchronization

/// Programs that leave their work to dispatch queues.
public enum Queues {
  private final class Number: Sendable {
    let value = Atomic<Int>(0)

    func addInTwo() { value.store(value.load(ordering: .relaxed) + 1, ordering: .relaxed) }
    var now: Int { value.load(ordering: .relaxed) }
  }

  /// Wrong when the queue runs both at once.
  public static func async(isRight: Bool) -> Program {
    let number = Number()
    let queue = DispatchQueue(label: "queue", attributes: isRight ? [] : .concurrent)
    let group = DispatchGroup()
    return Program([
      {
        queue.async(group: group) { number.addInTwo() }
        queue.async(group: group) { number.addInTwo() }
        group.wait()
      }
    ]) { number.now == 2 }
  }

  /// Wrong without the barrier.
  public static func barrier(isRight: Bool) -> Program {
    let number = Number()
    let queue = DispatchQueue(label: "queue", attributes: .concurrent)
    let add: @Sendable () -> Void = { queue.sync(flags: isRight ? .barrier : []) { number.addInTwo() } }
    return Program([add, add]) { number.now == 2 }
  }

  /// Wrong on the process's queue, where a barrier has no effect.
  public static func globalBarrier(isRight: Bool) -> Program {
    let number = Number()
    let queue = isRight ? DispatchQueue(label: "queue", attributes: .concurrent) : .global()
    let add: @Sendable () -> Void = { queue.sync(flags: .barrier) { number.addInTwo() } }
    return Program([add, add]) { number.now == 2 }
  }

  /// Wrong when work on a serial queue waits for work on the same queue.
  public static func syncOnItself(isRight: Bool) -> Program {
    let (queue, other) = (DispatchQueue(label: "queue"), DispatchQueue(label: "other"))
    return Program([
      { queue.sync { (isRight ? other : queue).sync {} } },
      { other.sync {} },
    ]) { true }
  }

  /// Wrong when the caller goes on before the work is done.
  public static func syncOrAsync(isRight: Bool) -> Program {
    let number = Number()
    let queue = DispatchQueue(label: "queue")
    let seen = Number()
    return Program([
      {
        if isRight { queue.sync { number.addInTwo() } } else { queue.async { number.addInTwo() } }
        seen.value.store(number.now, ordering: .relaxed)
      },
      { queue.sync {} },
    ]) { seen.value.load(ordering: .relaxed) == 1 }
  }

  /// Wrong when the item may have begun before it is cancelled.
  public static func item(isRight: Bool) -> Program {
    let number = Number()
    let queue = DispatchQueue(label: "queue")
    nonisolated(unsafe) let item = DispatchWorkItem { number.addInTwo() }
    return Program([
      {
        if isRight { item.cancel() }
        queue.async(execute: item)
        item.cancel()
        item.wait()
      }
    ]) { item.isCancelled && number.now == 0 }
  }

  /// Wrong when the queue may begin the work before it is suspended.
  public static func suspended(isRight: Bool) -> Program {
    let number = Number()
    let queue = DispatchQueue(label: "queue")
    let (group, seen) = (DispatchGroup(), Number())
    return Program([
      {
        if isRight { queue.suspend() }
        queue.async(group: group) { number.addInTwo() }
        if !isRight { queue.suspend() }
        seen.value.store(number.now, ordering: .relaxed)
        queue.resume()
        group.wait()
      }
    ]) { seen.now == 0 && number.now == 1 }
  }

  /// Wrong when no thread resumes the queue.
  public static func resumed(isRight: Bool) -> Program {
    let queue = DispatchQueue(label: "queue", attributes: .initiallyInactive)
    return Program([
      { queue.sync {} },
      {
        queue.suspend()
        queue.activate()
        if isRight { queue.resume() }
      },
    ]) { true }
  }

  /// Wrong when two serial queues run at the same time.
  public static func target(isRight: Bool) -> Program {
    let number = Number()
    let target = DispatchQueue(label: "target")
    let queues = ["A", "B"].map { DispatchQueue(label: $0, target: isRight ? target : nil) }
    let group = DispatchGroup()
    return Program([
      {
        for queue in queues { queue.async(group: group) { number.addInTwo() } }
        group.wait()
      }
    ]) { number.now == 2 }
  }
}
