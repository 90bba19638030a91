import Foundation
import Threading

/// Stands in for Foundation's `NSLock`.
///
/// Modelled: one holder at a time, any waiting thread may be the next, trying,
/// waiting until a date. A holder that locks it again waits for itself, which
/// is a deadlock; unlocking a lock that another thread holds is a misuse.
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  // Unchecked, as Foundation's.
  private let platform = Foundation.NSLock()
  private let id = ResourceID()

  /// Its name in tables and messages.
  open var name: String?

  private var label: String { name ?? "an NSLock" }

  open func lock() {
    guard let director = Direction.director(touching: id, "lock \(label)") else { return platform.lock() }
    director.perform(.acquire(.program, isRecursive: false), on: id.value) { label }
  }

  open func unlock() {
    guard let director = Direction.current else { return platform.unlock() }
    director.perform(.release(.program), on: id.value) { label }
  }

  open func `try`() -> Bool {
    guard let director = Direction.director(touching: id, "try to lock \(label)") else {
      return platform.try()
    }
    return director.perform(.tryToAcquire(isRecursive: false, until: nil), on: id.value) { label }
  }

  open func lock(before limit: Date) -> Bool {
    guard let director = Direction.director(touching: id, "lock \(label)") else {
      return platform.lock(before: limit.reachable)
    }
    let deadline = director.now + Deadline.from(now: limit.timeIntervalSinceNow)
    return director.perform(.tryToAcquire(isRecursive: false, until: deadline), on: id.value) { label }
  }
}

/// Stands in for Foundation's `NSRecursiveLock`.
///
/// Modelled: as ``NSLock``, but its holder may lock it again and must unlock it as often.
open class NSRecursiveLock: NSObject, NSLocking, @unchecked Sendable {
  // Unchecked, as Foundation's.
  private let platform = Foundation.NSRecursiveLock()
  private let id = ResourceID()

  /// Its name in tables and messages.
  open var name: String?

  private var label: String { name ?? "an NSRecursiveLock" }

  open func lock() {
    guard let director = Direction.director(touching: id, "lock \(label)") else { return platform.lock() }
    director.perform(.acquire(.program, isRecursive: true), on: id.value) { label }
  }

  open func unlock() {
    guard let director = Direction.current else { return platform.unlock() }
    director.perform(.release(.program), on: id.value) { label }
  }

  open func `try`() -> Bool {
    guard let director = Direction.director(touching: id, "try to lock \(label)") else {
      return platform.try()
    }
    return director.perform(.tryToAcquire(isRecursive: true, until: nil), on: id.value) { label }
  }

  open func lock(before limit: Date) -> Bool {
    guard let director = Direction.director(touching: id, "lock \(label)") else {
      return platform.lock(before: limit.reachable)
    }
    let deadline = director.now + Deadline.from(now: limit.timeIntervalSinceNow)
    return director.perform(.tryToAcquire(isRecursive: true, until: deadline), on: id.value) { label }
  }
}
