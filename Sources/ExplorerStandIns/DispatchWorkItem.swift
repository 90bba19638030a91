import Dispatch
import Threading

/// Stands in for Dispatch's `DispatchWorkItem`.
///
/// Modelled: performing, cancelling, waiting, also until a time, and work to run afterwards. An item that was
/// cancelled before it began finishes without running its block. As the platform's, it is not `Sendable`.
/// What changes is touched by controlled threads only, of which one runs at a time.
public class DispatchWorkItem {
  let platform: Dispatch.DispatchWorkItem
  let isBarrier: Bool
  private let id = ResourceID()
  private let block: () -> Void
  private var hasBeenCancelled = false
  private var hasFinished = false
  private var followers: [@Sendable () -> Void] = []
  private let place: Place

  /// Creates an item that runs `block`.
  public init(
    qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], line: UInt = #line,
    block: @escaping () -> Void
  ) {
    platform = Dispatch.DispatchWorkItem(qos: qos, flags: flags, block: block)
    isBarrier = flags.contains(.barrier)
    self.block = block
    place = Place(kind: "DispatchWorkItem", line: line)
  }

  /// Runs the block on the calling thread, unless the item has been cancelled.
  public func perform() {
    guard let director = Direction.director(touching: id, "perform \(place.name)") else {
      return platform.perform()
    }
    director.reach(.begin, on: id.value) { "begin \(place.name)" }
    if !hasBeenCancelled { block() }
    director.reach(.count, on: id.value) { "finish \(place.name)" }
    hasFinished = true
    let followers = followers
    self.followers = []
    for follower in followers { follower() }
  }

  /// Performs the item on the thread that calls it.
  var work: @Sendable () -> Void {
    nonisolated(unsafe) let item = self
    return { item.perform() }
  }

  /// Waits until the item has run.
  public func wait() {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait()
    }
    _ = waits(for: director, until: nil)
  }

  /// Waits until the item has run, or until that time.
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait(timeout: timeout)
    }
    return waits(for: director, until: timeout.deadline(director))
  }

  /// Waits until the item has run, or until that wall-clock time.
  public func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
    guard let director = Direction.director(touching: id, "wait for \(place.name)") else {
      return platform.wait(wallTimeout: wallTimeout)
    }
    return waits(for: director, until: wallTimeout.deadline(director))
  }

  private func waits(for director: any Director, until deadline: Duration?) -> DispatchTimeoutResult {
    nonisolated(unsafe) let item = self
    let isOver = director.await(id.value, until: deadline, label: { place.name }) { item.hasFinished }
    return isOver ? .success : .timedOut
  }

  /// Runs `work` on `queue` when the item has run.
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

  /// Runs another item on `queue` when this one has run.
  public func notify(queue: DispatchQueue, execute item: DispatchWorkItem) {
    guard let director = Direction.director(touching: id, "notify after \(place.name)") else {
      return platform.notify(queue: queue.platform, execute: item.platform)
    }
    nonisolated(unsafe) let item = item
    follow(director) { queue.add(item.work, isBarrier: item.isBarrier) }
  }

  private func follow(_ director: any Director, _ follower: @escaping @Sendable () -> Void) {
    director.reach(.count, on: id.value) { "notify after \(place.name)" }
    if hasFinished { follower() } else { followers.append(follower) }
  }

  /// Cancels the item: a block that has not begun never runs.
  public func cancel() {
    guard let director = Direction.director(touching: id, "cancel \(place.name)") else {
      return platform.cancel()
    }
    director.reach(.count, on: id.value) { "cancel \(place.name)" }
    hasBeenCancelled = true
  }

  /// Whether the item has been cancelled.
  public var isCancelled: Bool {
    guard let director = Direction.director(touching: id, "read whether \(place.name) is cancelled") else {
      return platform.isCancelled
    }
    director.reach(.look, on: id.value) { "read whether \(place.name) is cancelled" }
    return hasBeenCancelled
  }
}
