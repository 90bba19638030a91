import MiniOperations
import Synchronization

/// Runs operations one at a time in a queue; false if the queue stops before all of them have finished.
public func runOneByOne(_ operations: [MiniOperation]) -> Bool {
  let workers = SteppedWorkers()
  let queue = MiniOperationQueue(workers: workers)
  queue.maxConcurrentOperationCount = 1
  queue.addOperations(operations, waitUntilFinished: false)
  return returns { workers.run() } && operations.allSatisfy(\.isFinished)
}

/// A value for a failure's message.
public func shown<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nil" }

/// Refers to an object from a closure that is created before the object, without retaining it.
public final class Reference<Object: AnyObject & Sendable>: Sendable {
  private struct Weak {
    weak var object: Object?
  }

  private let stored = Mutex(Weak())

  /// Creates a reference to no object.
  public init() {}

  /// The object, until it is released.
  public var object: Object? {
    get { stored.withLock { $0.object } }
    set { stored.withLock { $0.object = newValue } }
  }
}
