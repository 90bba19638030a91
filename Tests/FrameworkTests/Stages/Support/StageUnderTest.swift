import Behaviours
import TestSupport

// The adapter between the table of behaviours and a stage.
//
// A word that a stage does not have is not given the meaning that the framework gives it: then the adapter
// would pass tests in place of the stage.

/// An operation of a stage whose parts are closures.
protocol StageOperation<Job>: AnyObject {
  associatedtype Job: OperationKind
  var hooks: Hooks<Job> { get }
  /// Whether its `start()` has returned.
  var hasReturned: Guarded<Bool> { get }
  func startOfSuper()
}

extension StageOperation {
  /// What `start()` does; `Job` is the class itself.
  func started(_ startOfSuper: () -> Void) {
    if let start = hooks.start, let job = self as? Job { start(job) } else { startOfSuper() }
    hasReturned.set(true)
  }
}

/// A stage as the classes under test.
protocol StageUnderTest: Framework {}

extension StageUnderTest {
  static func makeQueue() -> Queue { missing() }
  static func makePlain() -> Job { make(Hooks()) }
  static func hooks(of job: Job) -> Hooks<Job>? { (job as? any StageOperation<Job>)?.hooks }
  static func startOfSuper(_ job: Job) { (job as? any StageOperation)?.startOfSuper() }
}

/// The queue of a stage that has none.
final class NoQueue<Job: OperationKind>: QueueKind where Job.Job == Job {}

// What stages 5 and 6 have.

protocol StagedEntry {
  associatedtype Job: OperationKind
  var operation: Job { get }
  var isRunning: Bool { get }
}

protocol StagedSchedule {
  associatedtype Entry: StagedEntry
  var entries: [Entry] { get }
  var limit: Int { get set }
  var isSuspended: Bool { get set }
  mutating func takeNext() -> Entry.Job?
}

protocol StagedQueue: AnyObject, Sendable {
  associatedtype Schedule: StagedSchedule where Schedule.Entry.Job.Job == Schedule.Entry.Job
  var operations: [Schedule.Entry.Job] { get }
  func addOperation(_ operation: Schedule.Entry.Job)
  func change(_ body: (inout Schedule) -> Void)
  func cancelAllOperations()
  func waitUntilAllOperationsAreFinished()
}

/// A queue of a stage, in the words of the table.
final class StageQueue<Inner: StagedQueue>: QueueKind {
  typealias Job = Inner.Schedule.Entry.Job
  private let inner: Inner
  private let make: @Sendable (Hooks<Job>) -> Job

  init(_ inner: Inner, make: @escaping @Sendable (Hooks<Job>) -> Job) {
    self.inner = inner
    self.make = make
  }

  var isSuspended: Bool {
    get { read(\.isSuspended) }
    set { inner.change { $0.isSuspended = newValue } }
  }
  var maxConcurrentOperationCount: Int {
    get { read(\.limit) }
    set { inner.change { $0.limit = newValue == -1 ? .max : newValue } }
  }
  var operations: [Job] { inner.operations }
  var operationCount: Int { inner.operations.count }
  func addOperation(_ operation: Job) { inner.addOperation(operation) }
  func addOperation(_ block: @escaping @Sendable () -> Void) {
    inner.addOperation(make(Hooks(main: { _ in block() })))
  }
  func addOperations(_ operations: [Job], waitUntilFinished: Bool) {
    for operation in operations { inner.addOperation(operation) }
    if waitUntilFinished { for operation in operations { operation.waitUntilFinished() } }
  }
  func cancelAllOperations() { inner.cancelAllOperations() }
  func waitUntilAllOperationsAreFinished() { inner.waitUntilAllOperationsAreFinished() }

  /// Whether no thread starts an operation, or is about to.
  var isIdle: Bool {
    read { schedule in
      var schedule = schedule
      let starting = schedule.entries.contains {
        $0.isRunning && ($0.operation as? any StageOperation)?.hasReturned.value == false
      }
      return !starting && schedule.takeNext() == nil
    }
  }

  private func read<Value>(_ body: (Inner.Schedule) -> Value) -> Value {
    var value: Value?
    inner.change { value = body($0) }
    guard let value else { preconditionFailure("The schedule was not read.") }
    return value
  }
}

/// A queue that knows when it has nothing left to do.
protocol IdleQueue: QueueKind {
  var isIdle: Bool { get }
}

extension StageQueue: IdleQueue {}

extension StageUnderTest where Queue: IdleQueue {
  /// The lane runs nothing here: the schedule shows when nothing is left to do.
  static func makeQueue(limit: Int, on lane: Lane) -> Queue {
    let queue = makeQueue(limit: limit)
    lane.settle { queue.isIdle }
    return queue
  }
}
