import Foundation
import MiniOperations

/// What a case needs from an operation.
protocol MeasuredOperation: AnyObject {
  associatedtype Dependency
  func addDependency(_ dependency: Dependency)
}

/// What a case needs from a queue.
protocol MeasuredQueue: AnyObject, SendableMetatype {
  associatedtype Job: MeasuredOperation where Job.Dependency == Job
  var maxConcurrentOperationCount: Int { get set }
  var isSuspended: Bool { get set }
  func addOperation(_ operation: Job)
  func addOperations(_ operations: [Job], waitUntilFinished: Bool)
  func addOperation(_ block: @escaping @Sendable () -> Void)
  func cancelAllOperations()
  func waitUntilAllOperationsAreFinished()
}

/// One of the two frameworks, so that every case is written once and has the same cost for both.
protocol Framework: SendableMetatype {
  associatedtype Queue: MeasuredQueue
  static func makeQueue() -> Queue
  /// An operation with an empty `main`.
  static func makeEmpty() -> Queue.Job
  /// An operation that executes after `start` has returned, and announces its own state.
  static func makeManual() -> Queue.Job
  /// Observes `isFinished`; the result keeps the observation alive. Nil if operations cannot be observed.
  static func observe(_ operation: Queue.Job) -> AnyObject?
}

/// The framework of this package.
enum Mini: Framework {
  static func makeQueue() -> MiniOperationQueue { MiniOperationQueue() }
  static func makeEmpty() -> MiniOperation { EmptyMiniOperation() }
  static func makeManual() -> MiniOperation { ManualMiniOperation() }

  static func observe(_ operation: MiniOperation) -> AnyObject? {
    operation.observe(\.isFinished) { _, _ in }
  }
}

/// Foundation, from the toolchain or the system.
enum Original: Framework {
  static func makeQueue() -> OperationQueue { OperationQueue() }
  static func makeEmpty() -> Operation { EmptyOperation() }
  static func makeManual() -> Operation { ManualOperation() }

  static func observe(_ operation: Operation) -> AnyObject? {
    #if canImport(ObjectiveC)
      operation.observe(\.isFinished) { _, _ in }
    #else
      nil
    #endif
  }
}

extension MiniOperation: MeasuredOperation {}
extension MiniOperationQueue: MeasuredQueue {}
extension Operation: MeasuredOperation {}
extension OperationQueue: MeasuredQueue {}

/// A subclass, as programs have; a bare `Operation` might be a special case.
private final class EmptyOperation: Operation, @unchecked Sendable {
  override func main() {}
}

private final class EmptyMiniOperation: MiniOperation, @unchecked Sendable {
  override func main() {}
}
