import Synchronization

/// An operation of any stage, with its parts in the hands of a test.
///
/// What a stage has is what the protocol finds there. The rest has a default that throws `Missing`, so a stage
/// that gains a word is asked for its meaning in the same run.
protocol Probe: AnyObject, Sendable {
  associatedtype Base: AnyObject
  associatedtype Queue: StagedQueue where Queue.Operation == Base

  init(_ hooks: Hooks)

  var isReady: Bool { get }
  var isExecuting: Bool { get }
  var isFinished: Bool { get }
  var isCancelled: Bool { get }
  func start()
  func cancel()
  /// The stage's own `start()`, for a probe that overrides it.
  func startOfStage()

  func addDependency(_ other: Base) throws
  func removeDependency(_ other: Base) throws
  var dependencies: [Base] { get throws }
  func waitUntilFinished() throws

  func didChangeValue(forKey key: String) throws
  func hear(_ body: @escaping @Sendable (String) -> Void) throws
  func complete(with block: (@Sendable () -> Void)?) throws
  var hasCompletionBlock: Bool { get throws }
  func set(priority: Int) throws

  func addExecutionBlock(_ block: @escaping @Sendable () -> Void) throws
}

/// A word that a stage does not have.
struct Missing: Error {
  let word: String
  init(_ word: String) { self.word = word }
}

extension Probe {
  func addDependency(_ other: Base) throws { throw Missing("addDependency") }
  func removeDependency(_ other: Base) throws { throw Missing("removeDependency") }
  var dependencies: [Base] { get throws { throw Missing("dependencies") } }
  func waitUntilFinished() throws { throw Missing("waitUntilFinished") }
  func didChangeValue(forKey key: String) throws { throw Missing("didChangeValue") }
  func hear(_ body: @escaping @Sendable (String) -> Void) throws { throw Missing("observe") }
  func complete(with block: (@Sendable () -> Void)?) throws { throw Missing("completionBlock") }
  var hasCompletionBlock: Bool { get throws { throw Missing("completionBlock") } }
  func set(priority: Int) throws { throw Missing("queuePriority") }
  func addExecutionBlock(_ block: @escaping @Sendable () -> Void) throws { throw Missing("blocks") }

  /// Lets this probe wait for another.
  func wait(for other: Self) throws {
    guard let base = other as? Base else { preconditionFailure("A probe is an operation of its stage.") }
    try addDependency(base)
  }

  func waitNoLonger(for other: Self) throws {
    guard let base = other as? Base else { preconditionFailure("A probe is an operation of its stage.") }
    try removeDependency(base)
  }
}

/// A queue of any stage that has one.
protocol StagedQueue: AnyObject, Sendable {
  associatedtype Operation: AnyObject
  static func make() throws -> Self
  func addOperation(_ operation: Operation) throws
  var operations: [Operation] { get throws }
  func set(limit: Int) throws
  var limit: Int { get throws }
  func set(isSuspended: Bool) throws
  func cancelAllOperations() throws
  func waitUntilAllOperationsAreFinished() throws

  func addBarrierBlock(_ block: @escaping @Sendable () -> Void) throws
  func addOperations(_ operations: [Operation], waitUntilFinished: Bool) throws
  var maxConcurrentOperationCount: Int { get throws }
  var progressOfQueue: Int { get throws }
  var qualityOfServiceOfQueue: Int { get throws }
  var underlyingQueueOfQueue: Int { get throws }
  var name: String? { get throws }
  static var current: Self? { get throws }
  static var main: Self { get throws }
  func observe(forKey key: String) throws
}

extension StagedQueue {
  func addBarrierBlock(_ block: @escaping @Sendable () -> Void) throws { throw Missing("addBarrierBlock") }
  func addOperations(_ operations: [Operation], waitUntilFinished: Bool) throws {
    throw Missing("addOperations")
  }
  var maxConcurrentOperationCount: Int { get throws { throw Missing("maxConcurrentOperationCount") } }
  var progressOfQueue: Int { get throws { throw Missing("progress") } }
  var qualityOfServiceOfQueue: Int { get throws { throw Missing("qualityOfService") } }
  var underlyingQueueOfQueue: Int { get throws { throw Missing("underlyingQueue") } }
  var name: String? { get throws { throw Missing("name") } }
  static var current: Self? { get throws { throw Missing("current") } }
  static var main: Self { get throws { throw Missing("main") } }
  func observe(forKey key: String) throws { throw Missing("observe") }
}

/// The queue of a stage that has none.
final class NoQueue<Operation: AnyObject>: StagedQueue {
  static func make() throws -> NoQueue { throw Missing("MiniOperationQueue") }
  func addOperation(_ operation: Operation) throws { throw Missing("addOperation") }
  var operations: [Operation] { get throws { throw Missing("operations") } }
  func set(limit: Int) throws { throw Missing("limit") }
  var limit: Int { get throws { throw Missing("limit") } }
  func set(isSuspended: Bool) throws { throw Missing("isSuspended") }
  func cancelAllOperations() throws { throw Missing("cancelAllOperations") }
  func waitUntilAllOperationsAreFinished() throws { throw Missing("waitUntilAllOperationsAreFinished") }
}

/// What a test puts in place of a probe's parts.
struct Hooks: Sendable {
  var main: @Sendable () -> Void = {}
  /// A condition of the subclass's own, beside the stage's.
  var isOpen: @Sendable () -> Bool = { true }
  /// The subclass's own answer to `isFinished`.
  var isFinished: (@Sendable () -> Bool)?
  /// The subclass's own answer to `isExecuting`.
  var isExecuting: (@Sendable () -> Bool)?
  /// In place of the stage's `start()`.
  var start: (@Sendable () -> Void)?
}
