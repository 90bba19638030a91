import Foundation
import Threading

/// Stands in for Foundation's `NSConditionLock`: several conditions on one lock, distinguished by a number.
///
/// Modelled: one holder at a time, waiting for a number, trying, waiting until a date, unlocking with a number.
open class NSConditionLock: NSObject, NSLocking, @unchecked Sendable {
  // Unchecked: `value` and `isHeld` are touched by controlled threads only, of which one runs at a time.
  private let platform: Foundation.NSConditionLock
  private let id = ResourceID()
  private var value: Int
  private var isHeld = false

  /// Its name in tables and messages.
  open var name: String?

  private var label: String { name ?? "an NSConditionLock" }

  /// Creates a lock that no thread holds, with the number 0.
  public override convenience init() { self.init(condition: 0) }

  /// Creates a lock that no thread holds.
  public init(condition: Int) {
    platform = Foundation.NSConditionLock(condition: condition)
    value = condition
  }

  /// The number that it was last unlocked with.
  open var condition: Int { Direction.current == nil ? platform.condition : value }

  open func lock() {
    guard let director = Direction.director(touching: id, "lock \(label)") else { return platform.lock() }
    _ = take(from: director, when: nil, until: nil)
  }

  /// Acquires the lock when no thread holds it and the number is this one.
  open func lock(whenCondition condition: Int) {
    guard let director = Direction.director(touching: id, "lock \(label)") else {
      // Not without a date: on Linux that is a wait until the distant future, which traps.
      _ = platform.lock(whenCondition: condition, before: .distantFuture.reachable)
      return
    }
    _ = take(from: director, when: condition, until: nil)
  }

  open func `try`() -> Bool {
    guard let director = Direction.director(touching: id, "try to lock \(label)") else {
      return platform.try()
    }
    return take(from: director, when: nil, until: .zero)
  }

  /// Acquires the lock if that is possible at once.
  open func tryLock(whenCondition condition: Int) -> Bool {
    guard let director = Direction.director(touching: id, "try to lock \(label)") else {
      return platform.tryLock(whenCondition: condition)
    }
    return take(from: director, when: condition, until: .zero)
  }

  open func lock(before limit: Date) -> Bool {
    guard let director = Direction.director(touching: id, "lock \(label)") else {
      return platform.lock(before: limit.reachable)
    }
    return take(
      from: director, when: nil, until: director.now + Deadline.from(now: limit.timeIntervalSinceNow))
  }

  /// Acquires the lock when no thread holds it and the number is this one, or gives up at this date.
  open func lock(whenCondition condition: Int, before limit: Date) -> Bool {
    guard let director = Direction.director(touching: id, "lock \(label)") else {
      return platform.lock(whenCondition: condition, before: limit.reachable)
    }
    let deadline = director.now + Deadline.from(now: limit.timeIntervalSinceNow)
    return take(from: director, when: condition, until: deadline)
  }

  open func unlock() {
    guard let director = Direction.current else { return platform.unlock() }
    giveBack(to: director, value)
  }

  /// Releases the lock with a number that another thread may wait for.
  open func unlock(withCondition condition: Int) {
    guard let director = Direction.current else { return platform.unlock(withCondition: condition) }
    giveBack(to: director, condition)
  }

  private func take(from director: any Director, when condition: Int?, until deadline: Duration?) -> Bool {
    let isTaken = director.await(id.value, until: deadline, label: { label }) { [self] in
      !isHeld && (condition == nil || condition == value)
    }
    if isTaken { isHeld = true }
    return isTaken
  }

  private func giveBack(to director: any Director, _ condition: Int) {
    director.reach(.count, on: id.value) { "unlock \(label)" }
    isHeld = false
    value = condition
  }
}
