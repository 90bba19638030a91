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
    try await sleep(on: director, until: director.now + length(of: duration, on: clock))
  }

  /// Suspends the calling task until that time, to two digits; throws when it is cancelled.
  public static func sleep<C: Clock>(
    until deadline: C.Instant, tolerance: C.Instant.Duration? = nil, clock: C = .continuous
  ) async throws {
    guard let director = Direction.current else {
      return try await _Concurrency.Task.sleep(until: deadline, tolerance: tolerance, clock: clock)
    }
    let duration = length(of: clock.now.duration(to: deadline), on: clock)
    try await sleep(on: director, until: director.now + Deadline.from(now: duration / .seconds(1)))
  }

  private static func length<C: Clock>(of duration: C.Instant.Duration, on clock: C) -> Duration {
    duration as? Duration ?? .nanoseconds(Int64(duration / clock.minimumResolution))
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
