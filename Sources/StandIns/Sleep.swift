import Foundation
import Threading

extension Task where Success == Never, Failure == Never {
  /// Suspends the calling task for some time, which passes only where all wait; throws when it is cancelled.
  public static func sleep<C: Clock>(
    for duration: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
  ) async throws {
    guard let director = Direction.current else {
      return try await _Concurrency.Task.sleep(for: duration, tolerance: tolerance, clock: clock)
    }
    let ratio = duration / clock.minimumResolution
    let nanoseconds = (duration as? Duration).map { $0 } ?? .nanoseconds(Int64(ratio))
    try await sleep(on: director, until: director.now + nanoseconds)
  }

  /// Suspends the calling task for some time, which passes only where all wait; throws when it is cancelled.
  public static func sleep(nanoseconds: UInt64) async throws {
    guard let director = Direction.current else {
      return try await _Concurrency.Task.sleep(nanoseconds: nanoseconds)
    }
    try await sleep(on: director, until: director.now + .nanoseconds(Int64(nanoseconds)))
  }

  private static func sleep(on director: any Director, until deadline: Duration) async throws {
    let alarm = Alarm()
    try await cancellable {
      try await withUnsafeThrowingContinuation { alarm.sleep(director, until: deadline, $0) }
    } onCancel: {
      alarm.ring(throwing: CancellationError())
    }
  }
}

/// A sleeping task, and the two events that may wake it: the time, and a cancel.
private final class Alarm: @unchecked Sendable {
  // Unchecked: only controlled threads touch it, one at a time.
  private var sleeper: UnsafeContinuation<Void, any Error>?
  private var hasRung = false

  func sleep(
    _ director: any Director, until deadline: Duration, _ sleeper: UnsafeContinuation<Void, any Error>
  ) {
    if hasRung { return sleeper.resume(throwing: CancellationError()) }
    self.sleeper = sleeper
    director.startThread(named: "a timer", mayRunFirst: false) { [self] in
      director.sleep(until: deadline)
      ring(throwing: nil)
    }
  }

  func ring(throwing error: (any Error)?) {
    hasRung = true
    guard let sleeper = sleeper.take() else { return }
    if let error { sleeper.resume(throwing: error) } else { sleeper.resume() }
  }
}

/// Stands in for the C library's function; its seconds pass only when all threads wait.
@discardableResult
public func sleep(_ seconds: UInt32) -> UInt32 {
  SystemTime().sleep(for: .seconds(Int64(seconds)))
  return 0
}

/// Stands in for the C library's function; its microseconds pass only when all threads wait.
@discardableResult
public func usleep(_ microseconds: UInt32) -> Int32 {
  SystemTime().sleep(for: .microseconds(Int64(microseconds)))
  return 0
}
