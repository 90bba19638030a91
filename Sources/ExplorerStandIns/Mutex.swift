import Synchronization
import Threading

/// Stands in for `Synchronization.Mutex`: the Explorer sees each time that it is locked and unlocked.
///
/// Modelled: one holder at a time, any waiting thread may be the next,
/// ``withLockIfAvailable(_:)`` fails where the platform's would. A holder that
/// locks it again waits for itself, which is a deadlock.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Unchecked: the value is touched by the holder only.
  private let platform = Synchronization.Mutex(())
  private let id = ResourceID()
  private let value: UnsafeMutablePointer<Value>
  private let place: Place

  /// Creates a mutex that no thread holds.
  public init(_ initialValue: consuming sending Value, line: UInt = #line) {
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
    place = Place(kind: "Mutex", line: line)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` with the value while no other thread can access it.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    if let director = Direction.director(touching: id, "lock \(place.name)") {
      let place = place
      director.perform(.acquire(.program, isRecursive: false), on: id.value) { place.name }
      defer { director.perform(.release(.program), on: id.value) { place.name } }
      return try touch(body)
    }
    platform._unsafeLock()
    defer { platform._unsafeUnlock() }
    return try touch(body)
  }

  /// Runs `body` with the value if no thread holds the lock, and does nothing otherwise.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    if let director = Direction.director(touching: id, "lock \(place.name)") {
      let place = place
      guard
        director.perform(.tryToAcquire(isRecursive: false, until: nil), on: id.value, label: { place.name })
      else {
        return nil
      }
      defer { director.perform(.release(.program), on: id.value) { place.name } }
      return try touch(body)
    }
    guard platform._unsafeTryLock() else { return nil }
    defer { platform._unsafeUnlock() }
    return try touch(body)
  }

  private borrowing func touch<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // There is no other access to the value while it is locked.
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }
}
