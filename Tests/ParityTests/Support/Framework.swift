import Foundation
import TestSupport

// What a scenario may use: the names that both frameworks have, so that it is written once.

/// An operation of either framework.
protocol OperationKind: AnyObject, Sendable {
  associatedtype Job
  associatedtype QueuePriority: PriorityKind
  var isReady: Bool { get }
  var isExecuting: Bool { get }
  var isFinished: Bool { get }
  var isCancelled: Bool { get }
  var isAsynchronous: Bool { get }
  var dependencies: [Job] { get }
  var completionBlock: (@Sendable () -> Void)? { get set }
  var queuePriority: QueuePriority { get set }
  var qualityOfService: QualityOfService { get set }
  var name: String? { get set }
  func start()
  func cancel()
  func addDependency(_ operation: Job)
  func removeDependency(_ operation: Job)
  func willChangeValue(forKey key: String)
  func didChangeValue(forKey key: String)
  func waitUntilFinished()
}

/// The priorities of either framework.
protocol PriorityKind: Equatable {
  static var veryLow: Self { get }
  static var low: Self { get }
  static var normal: Self { get }
  static var high: Self { get }
  static var veryHigh: Self { get }
}

/// A queue of either framework.
protocol QueueKind: AnyObject, Sendable {
  associatedtype Job: OperationKind where Job.Job == Job
  var name: String? { get set }
  var isSuspended: Bool { get set }
  var maxConcurrentOperationCount: Int { get set }
  var qualityOfService: QualityOfService { get set }
  var underlyingQueue: DispatchQueue? { get set }
  var operations: [Job] { get }
  var operationCount: Int { get }
  var progress: Progress { get }
  func addOperation(_ operation: Job)
  func addOperation(_ block: @escaping @Sendable () -> Void)
  func addOperations(_ operations: [Job], waitUntilFinished: Bool)
  func addBarrierBlock(_ block: @escaping @Sendable () -> Void)
  func cancelAllOperations()
  func waitUntilAllOperationsAreFinished()
}

/// One of the two frameworks; a scenario is a method of this protocol.
///
/// What is not here is made by `makeX`, because a class that others may
/// subclass cannot promise a protocol an initialiser.
protocol Framework: SendableMetatype {
  associatedtype Queue: QueueKind
  typealias Job = Queue.Job

  static var main: Queue { get }
  static var current: Queue? { get }
  static var defaultMaxConcurrentOperationCount: Int { get }

  static func makeQueue() -> Queue
  /// An operation of the base class, with nothing to do.
  static func makePlain() -> Job
  /// A subclass whose `main` is `task`.
  static func makeTask(_ task: @escaping @Sendable (Job) -> Void) -> Job
  /// A block operation with these blocks.
  static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> Job
  static func executionBlockCount(of job: Job) -> Int
  /// A subclass whose `start` calls `task`, and which ends when ``end(_:)`` is called.
  static func makeManual(announcing keys: [String], _ task: @escaping @Sendable (Job) -> Void) -> Job
  static func end(_ job: Job)
  /// A subclass with a condition of its own, which is false until ``openGate(of:isAnnounced:)``.
  static func makeGated(_ task: @escaping @Sendable (Job) -> Void) -> Job
  static func openGate(of job: Job, isAnnounced: Bool)
  /// A subclass of that shape whose `main` is `task`, and which ends when ``endLater(_:)`` is called.
  static func makeLater(_ shape: LaterShape, _ task: @escaping @Sendable (Job) -> Void) -> Job
  static func endLater(_ job: Job)
  /// A queue that counts the calls of its `addOperation(_:)` for an operation.
  static func makeCountingQueue() -> Queue
  static func addedCount(of queue: Queue) -> Int
  /// Uses every name that both frameworks have, written against the classes themselves.
  static func showSurface(_ trace: Trace)
  /// Uses classes that override what any object has.
  static func showOverrides(_ trace: Trace)
}

extension Framework {
  /// A queue with this limit.
  static func makeQueue(limit: Int) -> Queue {
    let queue = makeQueue()
    queue.maxConcurrentOperationCount = limit
    return queue
  }

  /// A queue whose operations run on `lane`, so that the scenario can see when nothing is left to come.
  static func makeQueue(limit: Int, on lane: Lane) -> Queue {
    let queue = makeQueue(limit: limit)
    queue.underlyingQueue = lane.queue
    return queue
  }

  /// An operation that writes its name into the trace when it runs.
  static func makeTask(_ name: String, _ trace: Trace) -> Job {
    let job = makeTask { _ in trace(name) }
    job.name = name
    return job
  }

  /// A manual operation that announces what it should.
  static func makeManual(_ task: @escaping @Sendable (Job) -> Void) -> Job {
    makeManual(announcing: ["isExecuting", "isFinished"], task)
  }
}

/// The form of an operation that ends later than its default `start()` returns.
enum LaterShape {
  /// It overrides `main` and `isFinished`.
  case mainOnly
  /// It overrides `start()` too, calls `super` first and continues after it.
  case callsSuper
  /// Its `start()` calls `super` on another thread, and it ends when `main` returns.
  case startsElsewhere
}

/// Runs `body` and, where the platform has them, empties its autorelease pool.
func pooled<Result>(_ body: () -> Result) -> Result {
  #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
  #else
    body()
  #endif
}
