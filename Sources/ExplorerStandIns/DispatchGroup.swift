import Dispatch
import Threading

/// Stands in for Dispatch's `DispatchGroup`.
///
/// Modelled: entering, leaving, waiting until all have left, also until a time, and work to run then.
public final class DispatchGroup: @unchecked Sendable {
  // Unchecked: `count` and `followers` are touched by controlled threads only, of which one runs at a time.
  let platform = Dispatch.DispatchGroup()
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
    let followers = followers
    self.followers = []
    for follower in followers { follower() }
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
    return waits(for: director, until: timeout.deadline(director))
  }

  /// Waits until all have left, or until that wall-clock time.
  public func wait(wallTimeout timeout: DispatchWallTime) -> DispatchTimeoutResult {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait(wallTimeout: timeout)
    }
    return waits(for: director, until: timeout.deadline(director))
  }

  private func waits(for director: any Director, until deadline: Duration?) -> DispatchTimeoutResult {
    let isEmpty = director.await(id.value, until: deadline, label: { place.name }) { [self] in count == 0 }
    return isEmpty ? .success : .timedOut
  }

  /// Runs `work` on `queue` when all have left.
  public func notify(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], queue: DispatchQueue,
    execute work: @escaping () -> Void
  ) {
    guard let director = Direction.director(touching: id, "notify after \(place.name)") else {
      return platform.notify(qos: qos, flags: flags, queue: queue.platform, execute: work)
    }
    nonisolated(unsafe) let work = work
    let isBarrier = flags.contains(.barrier)
    follow(director) { queue.add({ work() }, isBarrier: isBarrier) }
  }

  /// Runs the item on `queue` when all have left.
  public func notify(queue: DispatchQueue, work item: DispatchWorkItem) {
    guard let director = Direction.director(touching: id, "notify after \(place.name)") else {
      return platform.notify(queue: queue.platform, work: item.platform)
    }
    nonisolated(unsafe) let item = item
    follow(director) { queue.add(item.work, isBarrier: item.isBarrier) }
  }

  private func follow(_ director: any Director, _ follower: @escaping @Sendable () -> Void) {
    director.reach(.count, on: id.value) { "notify after \(place.name)" }
    if count == 0 { follower() } else { followers.append(follower) }
  }
}
