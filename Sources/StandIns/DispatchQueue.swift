import Dispatch
import Foundation
import Threading

/// Stands in for Dispatch's `DispatchQueue`.
///
/// Modelled: serial and concurrent queues, `async`, `sync`, barriers and
/// `asyncAfter`. The work runs on threads of the schedule; a thread that calls
/// `sync` on its own serial queue waits for itself. A serial queue has one
/// thread at a time, a concurrent one a thread for each piece of work. Not
/// modelled: target queues, priorities.
public final class DispatchQueue: @unchecked Sendable {
  // Unchecked: constant; the director keeps what changes, for one schedule.

  /// The platform's queue, for calls that need that one.
  public let platform: Dispatch.DispatchQueue
  private let isConcurrent: Bool
  /// Whether each thread of the process may use it, also one that the Explorer does not direct.
  private let isOfProcess: Bool
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
    self.init(
      Dispatch.DispatchQueue(
        label: label, qos: qos, attributes: attributes, autoreleaseFrequency: autoreleaseFrequency,
        target: target?.platform),
      isConcurrent: attributes.contains(.concurrent))
  }

  private init(_ platform: Dispatch.DispatchQueue, isConcurrent: Bool, isOfProcess: Bool = false) {
    self.platform = platform
    self.isConcurrent = isConcurrent
    self.isOfProcess = isOfProcess
  }

  /// The queue's name.
  public var label: String { platform.label }

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
    director.reach(.post, on: id.value) { "async on '\(label)'" }
    begin(whole, on: director, isBarrier: flags.contains(.barrier))
  }

  /// Schedules `work` as ``async(group:qos:flags:execute:)`` does, not before that time.
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) {
    guard let director = director("async") else {
      return platform.asyncAfter(deadline: deadline, qos: qos, flags: flags, execute: work)
    }
    guard let then = deadline.deadline(director) else { return }
    nonisolated(unsafe) let flags = flags
    director.startThread(named: "timer of '\(label)'", mayRunFirst: false) { [self] in
      director.sleep(until: then)
      async(flags: flags, execute: work)
    }
  }

  /// Runs `work` when its turn comes, and returns when it has.
  public func sync<Result>(flags: DispatchWorkItemFlags = [], execute work: () throws -> Result) rethrows
    -> Result
  {
    guard let director = director("sync") else {
      return try platform.sync(flags: flags, execute: work)
    }
    let turns = turns(of: director)
    director.reach(.post, on: id.value) { "sync on '\(label)'" }
    let turn = turns.add(isBarrier: !isConcurrent || flags.contains(.barrier), work: nil)
    director.await(id.value, until: nil, label: { "a turn on '\(label)'" }) { turns.mayRun(turn) }
    defer { end(turn, of: turns, on: director) }
    return try work()
  }

  /// Runs `work` this many times concurrently, and returns when all of them have ended.
  public static func concurrentPerform(iterations: Int, execute work: @escaping @Sendable (Int) -> Void) {
    guard Direction.current != nil else {
      return Dispatch.DispatchQueue.concurrentPerform(iterations: iterations, execute: work)
    }
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "concurrentPerform", attributes: .concurrent)
    for iteration in 0..<iterations { queue.async(group: group) { work(iteration) } }
    group.wait()
  }

  private func director(_ step: String) -> (any Director)? {
    isOfProcess ? Direction.current : Direction.director(touching: id, "\(step) on '\(label)'")
  }

  // MARK: Turns

  /// Adds `work` to the queue, as part of the caller's step.
  func begin(
    _ work: @escaping @Sendable () -> Void, on director: (any Director)? = nil, isBarrier: Bool = false
  ) {
    guard let director = director ?? Direction.current else { return platform.async(execute: work) }
    let turns = turns(of: director)
    turns.add(isBarrier: !isConcurrent || isBarrier, work: work)
    start(turns, on: director)
  }

  private func start(_ turns: Turns, on director: any Director) {
    for turn in turns.startable {
      let work = turn.work.take() ?? {}
      director.startThread(
        named: isConcurrent ? "\(label) \(turns.number(of: turn))" : label, mayRunFirst: false
      ) {
        [self] in
        director.reach(.begin, on: id.value) { "begin what is next on '\(label)'" }
        work()
        end(turn, of: turns, on: director)
      }
    }
  }

  private func end(_ turn: Turns.Turn, of turns: Turns, on director: any Director) {
    director.reach(.count, on: id.value) { "end a turn on '\(label)'" }
    turns.remove(turn)
    start(turns, on: director)
  }

  private func turns(of director: any Director) -> Turns { director.local(to: id.value) { Turns() } }
}

/// What a queue has to do in one schedule, in order.
private final class Turns: @unchecked Sendable {
  // Unchecked: only controlled threads touch it, one at a time.
  final class Turn: @unchecked Sendable {
    // Unchecked, for the same reason.
    let isBarrier: Bool
    /// What is not begun yet; nil where a thread waits to do it itself.
    var work: (@Sendable () -> Void)?
    var hasBegun = false
    var number = 0

    init(isBarrier: Bool, work: (@Sendable () -> Void)?) {
      self.isBarrier = isBarrier
      self.work = work
    }
  }

  private var turns: [Turn] = []

  @discardableResult
  func add(isBarrier: Bool, work: (@Sendable () -> Void)?) -> Turn {
    let turn = Turn(isBarrier: isBarrier, work: work)
    turns.append(turn)
    return turn
  }

  func remove(_ turn: Turn) { turns.removeAll { $0 === turn } }

  /// Whether no earlier work blocks it.
  func mayRun(_ turn: Turn) -> Bool {
    if turn.isBarrier { return turns.first === turn }
    return !turns.prefix { $0 !== turn }.contains { $0.isBarrier }
  }

  /// Those that can begin now and need a thread.
  var startable: [Turn] { turns.filter { $0.work != nil && mayRun($0) } }

  /// The lowest number that no other work in progress has.
  func number(of turn: Turn) -> Int {
    let taken = Set(turns.lazy.map(\.number))
    turn.number = (1...).first { !taken.contains($0) } ?? 1
    return turn.number
  }
}
