import Dispatch
import Foundation
import Threading

/// Stands in for Dispatch's `DispatchQueue`.
///
/// Modelled: serial and concurrent queues, `async`, `sync`, barriers,
/// `asyncAfter`, work items, suspending, activating, targets and specific
/// values. The work runs on threads of the schedule; a thread that calls `sync`
/// on its own serial queue waits for itself. A serial queue has one thread at a
/// time, a concurrent one a thread for each piece of work. Queues with the same
/// serial target take turns piece by piece. A quality of service changes
/// nothing: each order is tried whatever it is.
public final class DispatchQueue: @unchecked Sendable {
  // Unchecked: constant; the director keeps what changes, for one schedule.

  /// The platform's queue, for calls that need that one.
  public let platform: Dispatch.DispatchQueue
  private let isConcurrent: Bool
  /// Whether each thread of the process may use it, also one that the Explorer does not direct.
  private let isOfProcess: Bool
  private let isInitiallyInactive: Bool
  private let initialTarget: DispatchQueue?
  private let id = ResourceID()

  /// Whether it is concurrent, among others.
  public typealias Attributes = Dispatch.DispatchQueue.Attributes
  /// When objects are released.
  public typealias AutoreleaseFrequency = Dispatch.DispatchQueue.AutoreleaseFrequency
  /// How urgent the work of a global queue is.
  public typealias GlobalQueuePriority = Dispatch.DispatchQueue.GlobalQueuePriority

  /// The queue of the main thread; under the Explorer an ordinary serial queue.
  ///
  /// The compiler isolates a closure after `DispatchQueue.main.async` to the
  /// main actor, and the Swift 6 runtime traps if it runs on another thread, as
  /// it does under the Explorer. Use a constant: `let main = DispatchQueue.main`.
  public static let main = DispatchQueue(.main, isConcurrent: false, isOfProcess: true)
  private static let shared = DispatchQueue(.global(), isConcurrent: true, isOfProcess: true)

  /// The concurrent queue of the whole process.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { shared }

  /// Creates a queue, a serial one unless the attributes say otherwise.
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
    autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
  ) {
    // A schedule does not activate the platform's queue, and Dispatch traps when an inactive one is released.
    let platformAttributes =
      Direction.current == nil ? attributes : attributes.subtracting(.initiallyInactive)
    self.init(
      Dispatch.DispatchQueue(
        label: label, qos: qos, attributes: platformAttributes,
        autoreleaseFrequency: autoreleaseFrequency, target: target?.platform),
      isConcurrent: attributes.contains(.concurrent),
      isInitiallyInactive: attributes.contains(.initiallyInactive), target: target)
  }

  private init(
    _ platform: Dispatch.DispatchQueue, isConcurrent: Bool, isOfProcess: Bool = false,
    isInitiallyInactive: Bool = false, target: DispatchQueue? = nil
  ) {
    self.platform = platform
    self.isConcurrent = isConcurrent
    self.isOfProcess = isOfProcess
    self.isInitiallyInactive = isInitiallyInactive
    initialTarget = target
  }

  deinit {
    guard let director = Direction.current, directed(by: director).mayNotBegin else { return }
    director.report(
      misuse:
        "The queue '\(label)' was released while it was suspended or inactive, which ends the process. Call "
        + "resume() or activate() before.")
  }

  /// The queue's name.
  public var label: String { platform.label }

  /// The queue's quality of service.
  public var qos: DispatchQoS { platform.qos }

  // MARK: Adding work

  /// Schedules `work`, and returns at once.
  public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {
    group?.enter()
    let whole: @Sendable () -> Void = {
      work()
      group?.leave()
    }
    guard let director = director("async") else {
      return platform.async(qos: qos, flags: flags, execute: whole)
    }
    directed(by: director).async(isBarrier: flags.contains(.barrier), whole)
  }

  /// Schedules the item, and returns at once.
  public func async(execute item: DispatchWorkItem) {
    guard let director = director("async") else { return platform.async(execute: item.platform) }
    directed(by: director).async(isBarrier: item.isBarrier, item.work)
  }

  /// Schedules the item, which is counted in the group until it has run.
  public func async(group: DispatchGroup, execute item: DispatchWorkItem) {
    guard let director = director("async") else {
      return platform.async(group: group.platform, execute: item.platform)
    }
    group.enter()
    let work = item.work
    directed(by: director).async(isBarrier: item.isBarrier) {
      work()
      group.leave()
    }
  }

  /// Schedules `work` as ``async(group:qos:flags:execute:)`` does, not before that time.
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {
    guard let director = director("async") else {
      return platform.asyncAfter(deadline: deadline, qos: qos, flags: flags, execute: work)
    }
    directed(by: director).async(
      at: deadline.deadline(director), isBarrier: flags.contains(.barrier), work)
  }

  /// Schedules `work` as ``async(group:qos:flags:execute:)`` does, not before that wall-clock time.
  public func asyncAfter(
    wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {
    guard let director = director("async") else {
      return platform.asyncAfter(wallDeadline: wallDeadline, qos: qos, flags: flags, execute: work)
    }
    directed(by: director).async(
      at: wallDeadline.deadline(director), isBarrier: flags.contains(.barrier), work)
  }

  /// Schedules the item, not before that time.
  public func asyncAfter(deadline: DispatchTime, execute item: DispatchWorkItem) {
    guard let director = director("async") else {
      return platform.asyncAfter(deadline: deadline, execute: item.platform)
    }
    directed(by: director).async(at: deadline.deadline(director), isBarrier: item.isBarrier, item.work)
  }

  /// Schedules the item, not before that wall-clock time.
  public func asyncAfter(wallDeadline: DispatchWallTime, execute item: DispatchWorkItem) {
    guard let director = director("async") else {
      return platform.asyncAfter(wallDeadline: wallDeadline, execute: item.platform)
    }
    directed(by: director).async(at: wallDeadline.deadline(director), isBarrier: item.isBarrier, item.work)
  }

  /// Runs `work` when its turn comes, and returns when it has.
  public func sync<Result>(execute work: () throws -> Result) rethrows -> Result {
    guard let director = director("sync") else { return try platform.sync(execute: work) }
    return try directed(by: director).sync(work)
  }

  /// Runs `work` when its turn comes, and returns when it has.
  public func sync<Result>(flags: DispatchWorkItemFlags, execute work: () throws -> Result) rethrows
    -> Result
  {
    guard let director = director("sync") else {
      return try platform.sync(flags: flags, execute: work)
    }
    return try directed(by: director).sync(isBarrier: flags.contains(.barrier), work)
  }

  /// Runs the item when its turn comes, and returns when it has.
  public func sync(execute item: DispatchWorkItem) {
    guard let director = director("sync") else { return platform.sync(execute: item.platform) }
    directed(by: director).sync(isBarrier: item.isBarrier) { item.perform() }
  }

  /// Runs `work` this many times concurrently, and returns when all of them have ended.
  public static func concurrentPerform(iterations: Int, execute work: @Sendable (Int) -> Void) {
    guard Direction.current != nil else {
      return Dispatch.DispatchQueue.concurrentPerform(iterations: iterations, execute: work)
    }
    withoutActuallyEscaping(work) { work in
      // The threads release their closures after they have left the group, so they have only a box in common.
      let box = Borrowed(work)
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "concurrentPerform", attributes: .concurrent)
      for iteration in 0..<iterations { queue.async(group: group) { box.work?(iteration) } }
      group.wait()
      box.work = nil
    }
  }

  private final class Borrowed: @unchecked Sendable {
    // Unchecked: changes when no thread uses it any more.
    var work: (@Sendable (Int) -> Void)?

    init(_ work: @escaping @Sendable (Int) -> Void) { self.work = work }
  }

  private func director(_ step: String) -> (any Director)? {
    isOfProcess ? Direction.current : Direction.director(touching: id, "\(step) on '\(label)'")
  }

  // MARK: Under a director

  /// Adds what had to wait for a group or for another item.
  func add(_ work: @escaping @Sendable () -> Void, isBarrier: Bool = false) {
    guard let director = Direction.current else { return platform.async(execute: work) }
    directed(by: director).async(isBarrier: isBarrier, work)
  }

  /// What the queue is in one schedule.
  func directed(by director: any Director) -> DirectedQueue {
    director.local(to: id.value) {
      DirectedQueue(
        director, resource: id.value, label: label, isConcurrent: isConcurrent,
        isOfProcess: isOfProcess, isActive: !isInitiallyInactive,
        target: initialTarget?.directed(by: director))
    }
  }

  // MARK: Suspending

  /// Sets the queue on which the work runs.
  public func setTarget(queue: DispatchQueue?) {
    guard let director = director("set the target of") else {
      return platform.setTarget(queue: queue?.platform ?? .global())
    }
    directed(by: director).setTarget(queue?.directed(by: director))
  }

  /// Lets a queue that was created inactive begin its work.
  public func activate() {
    guard let director = director("activate") else { return platform.activate() }
    directed(by: director).activate()
  }

  /// Keeps the queue from beginning more work.
  public func suspend() {
    guard let director = director("suspend") else { return platform.suspend() }
    directed(by: director).suspend()
  }

  /// Undoes one call of ``suspend()``.
  public func resume() {
    guard let director = director("resume") else { return platform.resume() }
    directed(by: director).resume()
  }

  // MARK: Specific values

  /// Sets the queue's value for a key, which its work can read; nil removes it.
  public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) {
    guard let director = director("set a value of") else {
      return platform.setSpecific(key: key, value: value)
    }
    director.reach(.count, on: id.value) { "set a value of '\(label)'" }
    directed(by: director).specifics[ObjectIdentifier(key)] = value.map { (key, $0) }
  }

  /// The queue's value for a key.
  public func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
    guard let director = director("read a value of") else { return platform.getSpecific(key: key) }
    director.reach(.look, on: id.value) { "read a value of '\(label)'" }
    return directed(by: director).value(of: key)
  }

  /// The value for a key of the queue whose work calls this, or of its next target that has one.
  public static func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
    guard let director = Direction.current else { return Dispatch.DispatchQueue.getSpecific(key: key) }
    var queue = ThreadValues.current(director).queues.last
    while let next = queue {
      director.reach(.look, on: next.resource) { "read a value of '\(next.label)'" }
      if let value = next.value(of: key) { return value }
      queue = next.target
    }
    return nil
  }
}

extension DirectedQueue {
  fileprivate func value<Value>(of key: DispatchSpecificKey<Value>) -> Value? {
    specifics[ObjectIdentifier(key)]?.value as? Value
  }
}
