import Dispatch
import Foundation
import MiniOperations

/// Stands in for Dispatch's `DispatchSemaphore`.
///
/// Modelled: a count that a wait takes one from, as soon as there is one, and a signal adds one to; waiting
/// until a time. Any waiting thread may be the next. Not modelled: the trap where it is released in use.
public final class DispatchSemaphore: @unchecked Sendable {
  // Unchecked: `count` is touched by directed threads only, of which one runs at a time.
  private let platform: Dispatch.DispatchSemaphore
  private let id = ResourceID()
  private var count: Int
  private let place: Place

  /// Makes a semaphore with this count.
  public init(value: Int, line: UInt = #line) {
    platform = Dispatch.DispatchSemaphore(value: value)
    count = value
    place = Place(kind: "DispatchSemaphore", line: line)
  }

  /// Takes one from the count, when there is one.
  public func wait() {
    guard let director = Direction.current else { return platform.wait() }
    _ = take(from: director, until: nil)
  }

  /// Takes one from the count, or gives up at that time.
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    guard let director = Direction.current else { return platform.wait(timeout: timeout) }
    return take(from: director, until: timeout.deadline(director))
  }

  /// Takes one from the count, or gives up at that time of the clock on the wall.
  public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
    guard let director = Direction.current else { return platform.wait(wallTimeout: wallTimeout) }
    return take(from: director, until: wallTimeout.deadline(director))
  }

  /// Adds one to the count, which a waiting thread may take.
  @discardableResult
  public func signal() -> Int {
    guard let director = Direction.current else { return platform.signal() }
    director.reach(.count, of: id.value) { "signal \(place.name)" }
    count += 1
    director.note { "signal \(place.name), which has \(count)" }
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
