import Dispatch
import Foundation
import Threading

/// Stands in for Dispatch's `DispatchSemaphore`.
///
/// Modelled: a count that a wait decrements as soon as it is positive and a
/// signal increments; waiting until a time. Any waiting thread may be the next.
/// Not modelled: the trap when it is released while in use.
public final class DispatchSemaphore: @unchecked Sendable {
  // Unchecked: `count` is touched by controlled threads only, of which one runs at a time.
  private let platform: Dispatch.DispatchSemaphore
  private let id = ResourceID()
  private var count: Int
  private let place: Place

  /// Creates a semaphore with this count.
  public init(value: Int, line: UInt = #line) {
    platform = Dispatch.DispatchSemaphore(value: value)
    count = value
    place = Place(kind: "DispatchSemaphore", line: line)
  }

  /// Decrements the count, as soon as it is positive.
  public func wait() {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait()
    }
    _ = take(from: director, until: nil)
  }

  /// Decrements the count as soon as it is positive, or gives up at that time.
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait(timeout: timeout)
    }
    return take(from: director, until: timeout.deadline(director))
  }

  /// Decrements the count as soon as it is positive, or gives up at that wall-clock time.
  public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait(wallTimeout: wallTimeout)
    }
    return take(from: director, until: wallTimeout.deadline(director))
  }

  /// Increments the count, which may resume a waiting thread.
  @discardableResult
  public func signal() -> Int {
    guard let director = Direction.director(touching: id, "signal \(place.name)") else {
      return platform.signal()
    }
    director.reach(.count, on: id.value) { "signal \(place.name)" }
    count += 1
    director.perform(.note, on: 0) { "signal \(place.name), which has \(count)" }
    return count > 0 ? 0 : 1
  }

  private func take(from director: any Director, until deadline: Duration?) -> DispatchTimeoutResult {
    let isTaken = director.await(id.value, until: deadline, label: { place.name }) { [self] in count > 0 }
    if isTaken { count -= 1 }
    return isTaken ? .success : .timedOut
  }
}

extension DispatchTime {
  /// The time as the Explorer counts it; nil for one that never comes.
  func deadline(_ director: any Director) -> Duration? {
    guard self != .distantFuture else { return nil }
    let (then, now) = (uptimeNanoseconds, DispatchTime.now().uptimeNanoseconds)
    return director.now + Deadline.from(now: then > now ? Double(then - now) / 1e9 : 0)
  }
}

extension DispatchWallTime {
  /// The time as the Explorer counts it; nil for one that never comes.
  func deadline(_ director: any Director) -> Duration? {
    guard self != .distantFuture else { return nil }
    // Wall times count down from the highest number, in nanoseconds since 1970.
    let then = Double(UInt64(bitPattern: -Int64(bitPattern: rawValue))) / 1e9
    return director.now + Deadline.from(now: then - Date().timeIntervalSince1970)
  }
}
