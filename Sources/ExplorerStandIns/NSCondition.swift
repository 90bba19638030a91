import Foundation
import Threading

/// Stands in for Foundation's `NSCondition`.
///
/// Modelled: the lock as that of ``NSLock``, waiting, waiting until a date, waking one thread or all of them.
/// A signal that comes before the wait is lost, as it is on the platform.
open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  // Unchecked, as Foundation's.
  private let platform = Foundation.NSCondition()
  private let id = ResourceID()

  /// Its name in tables and messages.
  open var name: String?

  private var label: String { name ?? "an NSCondition" }

  open func lock() {
    guard let director = Direction.director(touching: id, "lock \(label)") else { return platform.lock() }
    director.perform(.acquire(.program, isRecursive: false), on: id.value) { label }
  }

  open func unlock() {
    guard let director = Direction.current else { return platform.unlock() }
    director.perform(.release(.program), on: id.value) { label }
  }

  open func wait() {
    guard let director = Direction.current else { return platform.wait() }
    director.perform(.wait(.program, until: nil, mayLastForever: false), on: id.value) { label }
  }

  open func wait(until limit: Date) -> Bool {
    guard let director = Direction.current else { return platform.wait(until: limit.reachable) }
    let deadline = director.now + Deadline.from(now: limit.timeIntervalSinceNow)
    return director.perform(.wait(.program, until: deadline, mayLastForever: false), on: id.value) { label }
  }

  open func signal() {
    guard let director = Direction.director(touching: id, "signal \(label)") else { return platform.signal() }
    director.perform(.wakeOne(.program), on: id.value) { label }
  }

  open func broadcast() {
    guard let director = Direction.director(touching: id, "broadcast \(label)") else {
      return platform.broadcast()
    }
    director.perform(.wakeAll(.program), on: id.value) { label }
  }
}
