import MiniOperations
import Synchronization

/// One plan, made into operations and queues.
final class Round: @unchecked Sendable {
  // Unchecked: the variables are written only before the round's threads start and after they have ended,
  // except `pending`, which belongs to the thread that adds; everything else has its own lock.
  let plan: Plan
  let findings = Findings()
  /// Counts completed operations, observed ends, and waiting threads that have resumed.
  ///
  /// An operation that announces its end on a thread of its own may have completed before: its queue looks
  /// after `start()`, too.
  let ends: Tally
  /// Counts released operations and queues.
  let releases: Tally
  let running: [RunningCount]

  private(set) var records: [OperationRecord] = []
  private(set) var queues: [SoakQueue] = []
  /// The operations that have not been added; afterwards only their queues keep them alive.
  private var pending: [MiniOperation?] = []
  private var observations: [MiniObservation] = []

  init(_ plan: Plan) {
    self.plan = plan
    ends = Tally(outstanding: plan.nodes.count + plan.observedCount + plan.waiters.count)
    releases = Tally(outstanding: plan.nodes.count + plan.queues.count)
    running = plan.queues.map { _ in RunningCount() }
    for settings in plan.queues {
      let queue = SoakQueue()
      queue.maxConcurrentOperationCount = settings.limit
      queue.order = settings.order
      queue.releases = releases
      queues.append(queue)
    }
  }

  /// Makes the operations and their dependencies.
  func build(later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    records = plan.nodes.indices.map { OperationRecord(number: $0, round: self) }
    var operations: [MiniOperation] = []
    for record in records {
      let operation: MiniOperation =
        switch record.node.kind {
        case .main: MainOperation(record)
        case .gated: GatedOperation(record)
        case .block: BlocksOperation(record)
        case .asynchronous: AsynchronousOperation(record, later: later)
        }
      operations.append(operation)
      record.operation = operation
      operation.name = "\(record.node.kind) \(record.number)"
      operation.queuePriority = record.node.priority
      operation.completionBlock = { record.completed() }
      for dependency in record.node.dependencies {
        operation.addDependency(operations[dependency])
      }
      if record.node.isObserved {
        observations.append(operation.observe(\.isFinished) { _, _ in record.announced() })
      }
    }
    pending = operations
  }

  // MARK: Steps

  /// Adds operations to the queue for which the first of them is planned, and releases them.
  func add(_ numbers: [Int]) {
    let operations = numbers.compactMap { pending[$0].take() }
    let queue = queues[plan.nodes[numbers[0]].queue]
    if operations.count == 1 {
      queue.addOperation(operations[0])
    } else {
      queue.addOperations(operations, waitUntilFinished: false)
    }
    for number in numbers { records[number].wasAdded = true }
  }

  /// Does one step of the plan.
  func perform(_ step: Plan.Step) {
    switch step {
    case .cancel(let number): records[number].operation?.cancel()
    case .cancelAll(let queue): queues[queue].cancelAllOperations()
    case .suspend(let queue, let isSuspended): queues[queue].isSuspended = isSuspended
    case .limit(let queue, let limit): queues[queue].maxConcurrentOperationCount = limit
    case .prioritise(let number, let priority): records[number].operation?.queuePriority = priority
    case .addDependency(let number, let other):
      if let other = records[other].operation { records[number].operation?.addDependency(other) }
    case .removeDependency(let number, let other):
      if let other = records[other].operation { records[number].operation?.removeDependency(other) }
    case .finishEarly(let number):
      guard records[number].wasAdded else { return }
      (records[number].operation as? AsynchronousOperation)?.finishEarly()
    case .openGate(let number): (records[number].operation as? GatedOperation)?.open()
    }
  }

  // MARK: End

  /// Releases everything but the records.
  func releaseEverything() {
    queues = []
    observations = []
    pending = []
  }

  /// Checks everything that must have happened, and breaks the reference cycle.
  func check() {
    for record in records { record.check() }
    for (number, queue) in plan.queues.enumerated() {
      let (peak, limit) = (running[number].peak, queue.highestLimit)
      findings.expect(peak <= limit, "\(peak) operations ran at once in queue \(number), limit \(limit)")
      findings.expect(running[number].current == 0, "queue \(number) never came to rest")
    }
    records = []
  }
}

/// A queue that reports its release.
final class SoakQueue: MiniOperationQueue, @unchecked Sendable {
  // Unchecked: written once, before the queue is used.
  var releases: Tally?

  deinit { releases?.arrived() }
}
