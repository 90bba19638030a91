import Foundation
import TestSupport

// What a scenario may use: the names of operations and queues, so that it is written once.
//
// Classes under test need not declare a name that they lack: a scenario that uses it stops there.

/// An operation under test.
package protocol OperationKind: AnyObject, Sendable {
  associatedtype Job
  associatedtype QueuePriority: PriorityKind = NoPriority
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

extension OperationKind {
  package var isAsynchronous: Bool { missing() }
  package var dependencies: [Job] { missing() }
  package var completionBlock: (@Sendable () -> Void)? {
    get { missing() }
    set { missing() }
  }
  package var queuePriority: QueuePriority {
    get { missing() }
    set { missing() }
  }
  package var qualityOfService: QualityOfService {
    get { missing() }
    set { missing() }
  }
  package var name: String? {
    get { missing() }
    set { missing() }
  }
  package func addDependency(_ operation: Job) { missing() }
  package func removeDependency(_ operation: Job) { missing() }
  /// Without a meaning: a class may do with the announcement after the change.
  package func willChangeValue(forKey key: String) {}
  package func didChangeValue(forKey key: String) { missing() }
  package func waitUntilFinished() { missing() }
}

/// The priorities of operations.
package protocol PriorityKind: Equatable {
  static var veryLow: Self { get }
  static var low: Self { get }
  static var normal: Self { get }
  static var high: Self { get }
  static var veryHigh: Self { get }
}

/// For operations without a priority.
package enum NoPriority: PriorityKind { case veryLow, low, normal, high, veryHigh }

/// A queue under test.
package protocol QueueKind: AnyObject, Sendable {
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

extension QueueKind {
  package var name: String? {
    get { missing() }
    set { missing() }
  }
  package var isSuspended: Bool {
    get { missing() }
    set { missing() }
  }
  package var maxConcurrentOperationCount: Int {
    get { missing() }
    set { missing() }
  }
  package var qualityOfService: QualityOfService {
    get { missing() }
    set { missing() }
  }
  package var underlyingQueue: DispatchQueue? {
    get { missing() }
    set { missing() }
  }
  package var operations: [Job] { missing() }
  package var operationCount: Int { missing() }
  package var progress: Progress { missing() }
  package func addOperation(_ operation: Job) { missing() }
  package func addOperation(_ block: @escaping @Sendable () -> Void) { missing() }
  package func addOperations(_ operations: [Job], waitUntilFinished: Bool) { missing() }
  package func addBarrierBlock(_ block: @escaping @Sendable () -> Void) { missing() }
  package func cancelAllOperations() { missing() }
  package func waitUntilAllOperationsAreFinished() { missing() }
}

/// The classes under test; a scenario is a method of this protocol.
package protocol Framework: SendableMetatype {
  associatedtype Queue: QueueKind
  typealias Job = Queue.Job

  static var main: Queue { get }
  static var current: Queue? { get }

  static func makeQueue() -> Queue
  /// A queue that starts at most so many at a time, and on which the scenario can see when nothing is left to
  /// do.
  static func makeQueue(limit: Int, on lane: Lane) -> Queue
  /// A queue that counts the calls of its `addOperation(_:)` for an operation.
  static func makeCountingQueue() -> Queue
  static func addedCount(of queue: Queue) -> Int
  /// An operation of the base class, with nothing to do.
  static func makePlain() -> Job
  /// An operation of a subclass whose parts are closures.
  static func make(_ hooks: Hooks<Job>) -> Job
  /// The closures of such an operation.
  static func hooks(of job: Job) -> Hooks<Job>?
  /// Calls `super.start()` of such an operation.
  static func startOfSuper(_ job: Job)
  /// A block operation with these blocks.
  static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> Job
  static func executionBlockCount(of job: Job) -> Int
  /// Calls `body` with the key of each change that `job` announces.
  static func observe(_ job: Job, _ body: @escaping @Sendable (String) -> Void)
}

extension Framework {
  package static var main: Queue { missing() }
  package static var current: Queue? { missing() }
  package static func makeCountingQueue() -> Queue { missing() }
  package static func addedCount(of queue: Queue) -> Int { missing() }
  package static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> Job { missing() }
  package static func executionBlockCount(of job: Job) -> Int { missing() }
  package static func observe(_ job: Job, _ body: @escaping @Sendable (String) -> Void) { missing() }

  package static func makeQueue(limit: Int, on lane: Lane) -> Queue {
    let queue = makeQueue(limit: limit)
    queue.underlyingQueue = lane.queue
    return queue
  }

  /// A queue with this limit.
  package static func makeQueue(limit: Int) -> Queue {
    let queue = makeQueue()
    queue.maxConcurrentOperationCount = limit
    return queue
  }
}

/// Runs `body` and, where the platform has them, empties its autorelease pool.
func pooled<Result>(_ body: () -> Result) -> Result {
  #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
  #else
    body()
  #endif
}
