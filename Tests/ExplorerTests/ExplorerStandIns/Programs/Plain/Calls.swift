import Dispatch
import Foundation
import Synchronization

/// Calls that differ only in the types of their arguments, and those to which a stand-in is passed.
///
/// Compiled for the platform and beside the given file, and called in both forms.
public enum Calls {
  /// Uses every form of the queue's functions once; returns how many pieces of work have run.
  public static func queues() -> Int {
    let ran = Mutex(0)
    let work: @Sendable () -> Void = { ran.withLock { $0 += 1 } }
    let target = DispatchQueue(label: "target", qos: .utility, attributes: [.concurrent], target: .global())
    let queue = DispatchQueue(
      label: "queue", attributes: .initiallyInactive, autoreleaseFrequency: .workItem, target: target)
    let group = DispatchGroup()
    queue.setTarget(queue: target)
    queue.activate()
    queue.suspend()
    queue.async(group: group, execute: work)
    queue.async(group: group, qos: .utility, flags: [.barrier, .enforceQoS], execute: work)
    queue.async(group: group) { work() }
    queue.async(group: group, execute: DispatchWorkItem(block: work))
    let last = DispatchWorkItem(qos: .utility, flags: .barrier) { work() }
    group.enter()
    last.notify(queue: target, execute: DispatchWorkItem { group.leave() })
    queue.async(execute: last)
    queue.resume()
    group.wait()
    queue.sync(execute: work)
    queue.sync(execute: DispatchWorkItem(block: work))
    let sum = queue.sync { 1 } + queue.sync(flags: .barrier) { 1 }
    let later = [DispatchWorkItem(block: work), DispatchWorkItem(block: work)]
    queue.asyncAfter(deadline: .now(), execute: later[0])
    queue.asyncAfter(wallDeadline: .now(), execute: later[1])
    let after = DispatchSemaphore(value: 0)
    queue.asyncAfter(deadline: .now()) { after.signal() }
    queue.asyncAfter(wallDeadline: .now(), qos: .utility, flags: []) { after.signal() }
    _ = later.map { $0.wait(timeout: .distantFuture) }
    after.wait()
    after.wait()
    group.notify(queue: queue) { after.signal() }
    group.notify(queue: queue, work: DispatchWorkItem { after.signal() })
    after.wait()
    after.wait()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in work() }
    return ran.withLock { $0 } + sum
  }

  /// A value that each thread has of its own.
  public static func dictionary() -> [Int] {
    let seen = Mutex<[Int]>([])
    let key = "calls"
    Thread.current.threadDictionary[key] = 1
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      seen.withLock { $0.append(Thread.current.threadDictionary[key] as? Int ?? 0) }
      end.signal()
    }
    thread.name = "other"
    thread.threadDictionary[key] = 2
    thread.start()
    end.wait()
    seen.withLock { $0.append(Thread.current.threadDictionary[key] as? Int ?? 0) }
    Thread.current.threadDictionary.removeObject(forKey: key)
    return seen.withLock { $0 }
  }

  /// Values that belong to queues, read by their work.
  public static func specifics() -> [Int?] {
    let key = DispatchSpecificKey<Int>()
    let target = DispatchQueue(label: "target")
    let queue = DispatchQueue(label: "queue", target: target)
    target.setSpecific(key: key, value: 3)
    let outside = DispatchQueue.getSpecific(key: key)
    let inside = queue.sync { DispatchQueue.getSpecific(key: key) }
    queue.setSpecific(key: key, value: 4)
    return [outside, inside, queue.sync { DispatchQueue.getSpecific(key: key) }, queue.getSpecific(key: key)]
  }

  /// What the platform can do and a stand-in only passes on.
  public static func unseen() {
    let thread = Thread {}
    thread.stackSize = 1 << 20
    thread.qualityOfService = .utility
    thread.start()
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler {}
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    timer.cancel()
  }
}
