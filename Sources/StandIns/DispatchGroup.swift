import Dispatch
import Threading

/// Stands in for Dispatch's `DispatchGroup`.
///
/// Modelled: entering, leaving, waiting until all have left, also until a time, and work to run then.
public final class DispatchGroup: @unchecked Sendable {
  // Unchecked: `count` and `followers` are touched by controlled threads only, of which one runs at a time.
  private let platform = Dispatch.DispatchGroup()
  private let id = ResourceID()
  private var count = 0
  private var followers: [@Sendable () -> Void] = []
  private let place: Place

  /// Creates an empty group.
  public init(line: UInt = #line) { place = Place(kind: "DispatchGroup", line: line) }

  /// Counts one in.
  public func enter() {
    guard let director = Direction.director(touching: id, "enter \(place.name)") else {
      return platform.enter()
    }
    director.reach(.count, on: id.value) { "enter \(place.name)" }
    count += 1
  }

  /// Counts one out; the last one resumes the waiters.
  public func leave() {
    guard let director = Direction.director(touching: id, "leave \(place.name)") else {
      return platform.leave()
    }
    director.reach(.count, on: id.value) { "leave \(place.name)" }
    guard count > 0 else {
      return director.report(
        misuse:
          "\(place.name) was left more often than it was entered. Each leave() needs an enter() before it.")
    }
    count -= 1
    guard count == 0 else { return }
    for follower in followers { follower() }
    followers = []
  }

  /// Waits until all have left.
  public func wait() {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait()
    }
    _ = waits(for: director, until: nil)
  }

  /// Waits until all have left, or until that time.
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait(timeout: timeout)
    }
    return waits(for: director, until: timeout.deadline(director)) ? .success : .timedOut
  }

  /// Runs `work` on `queue` when all have left.
  public func notify(queue: DispatchQueue, execute work: @escaping @Sendable () -> Void) {
    guard let director = Direction.director(touching: id, "ask \(place.name) to notify") else {
      return platform.notify(queue: queue.platform, execute: work)
    }
    director.reach(.count, on: id.value) { "ask \(place.name) to notify '\(queue.label)'" }
    if count == 0 { queue.begin(work, on: director) } else { followers.append { queue.begin(work) } }
  }

  private func waits(for director: any Director, until deadline: Duration?) -> Bool {
    director.await(id.value, until: deadline, label: { place.name }) { [self] in count == 0 }
  }
}
