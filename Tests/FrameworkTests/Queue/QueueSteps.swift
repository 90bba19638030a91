import TestSupport

@testable import MiniOperations

/// A queue that does one piece of work each time the test says so, and a trace of what it did.
struct QueueSteps {
  let workers: SteppedWorkers
  let queue: MiniOperationQueue
  let trace = Trace()

  init(workers: SteppedWorkers = SteppedWorkers()) {
    self.workers = workers
    queue = MiniOperationQueue(workers: workers)
  }

  /// Makes an operation that records its name when it runs.
  func operation(
    _ name: String, _ priority: MiniOperation.QueuePriority = .normal
  ) -> PlainOperation {
    let operation = PlainOperation(name) { [trace] _ in trace(name) }
    operation.queuePriority = priority
    return operation
  }

  /// Makes an operation that records its name when it starts, and ends when the test says so.
  func manual(_ name: String) -> ManualOperation {
    ManualOperation(name) { [trace] in trace(name) }
  }

  /// Adds operations of these names, and returns them.
  @discardableResult
  func add(_ names: String...) -> [PlainOperation] {
    let operations = names.map { operation($0) }
    for operation in operations { queue.addOperation(operation) }
    return operations
  }

  func add(_ operation: MiniOperation) { queue.addOperation(operation) }

  @discardableResult
  func step() -> Bool { workers.step() }

  func run() { workers.run() }
}
