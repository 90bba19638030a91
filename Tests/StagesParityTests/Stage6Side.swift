import Foundation
import Synchronization
import TestSupport

@testable import Stage6Workers

// The adapter: what the parity scenarios need of a framework, said in the words of stage 6.
//
// A word that the stage does not have is here without a meaning, so that the scenarios compile. No such word is given
// the meaning that the framework gives it: then the adapter would pass tests in place of the stage.

extension MiniOperation: OperationKind {
  typealias Job = MiniOperation
  var isAsynchronous: Bool { false }
  var qualityOfService: QualityOfService {
    get { .default }
    set {}
  }
  func removeDependency(_ operation: MiniOperation) {}
  func willChangeValue(forKey key: String) {}
}
extension MiniOperation.QueuePriority: PriorityKind {}

/// The workers of stage 6, or a dispatch queue on which a scenario can see when nothing is left to come.
final class LaneWorkers: Workers, @unchecked Sendable {
  // Unchecked: set before the queue is used.
  var lane: DispatchQueue?

  override func run(_ piece: @escaping @Sendable () -> Void) {
    if let lane { lane.async(execute: piece) } else { super.run(piece) }
  }
}

final class StageQueue: QueueKind, @unchecked Sendable {
  // Unchecked: the queue protects itself; the rest is set before it is used.
  private let workers = LaneWorkers()
  private let queue: MiniOperationQueue
  var name: String?
  var qualityOfService = QualityOfService.default
  let progress = Progress(totalUnitCount: 0)

  init() { queue = MiniOperationQueue(workers: workers) }

  var underlyingQueue: DispatchQueue? {
    get { workers.lane }
    set { workers.lane = newValue }
  }
  var isSuspended: Bool {
    get { read { $0.isSuspended } }
    set { queue.change { $0.isSuspended = newValue } }
  }
  var maxConcurrentOperationCount: Int {
    get { read { $0.limit == .max ? -1 : $0.limit } }
    set { queue.change { $0.limit = newValue == -1 ? .max : newValue } }
  }
  var operations: [MiniOperation] { queue.operations }
  var operationCount: Int { queue.operations.count }

  func addOperation(_ operation: MiniOperation) { queue.addOperation(operation) }
  func addOperation(_ block: @escaping @Sendable () -> Void) { addOperation(TaskOperation { _ in block() }) }
  func addOperations(_ operations: [MiniOperation], waitUntilFinished: Bool) {
    for operation in operations { queue.addOperation(operation) }
    if waitUntilFinished { for operation in operations { operation.waitUntilFinished() } }
  }
  func addBarrierBlock(_ block: @escaping @Sendable () -> Void) { addOperation(block) }
  func cancelAllOperations() { queue.cancelAllOperations() }
  func waitUntilAllOperationsAreFinished() { queue.waitUntilAllOperationsAreFinished() }

  private func read<Value>(_ body: (Schedule) -> Value) -> Value {
    var value: Value?
    queue.change { value = body($0) }
    guard let value else { preconditionFailure("The schedule was not read.") }
    return value
  }
}

extension StageQueue: Framework {
  typealias Queue = StageQueue
  /// On the main thread's dispatch queue, because a scenario ends the process if it runs anywhere else.
  static let main = {
    let queue = StageQueue()
    queue.underlyingQueue = .main
    return queue
  }()
  static var current: StageQueue? { nil }
  static var defaultMaxConcurrentOperationCount: Int { -1 }

  static func makeQueue() -> StageQueue { StageQueue() }
  static func makePlain() -> MiniOperation { MiniOperation() }
  static func makeTask(_ task: @escaping @Sendable (MiniOperation) -> Void) -> MiniOperation {
    TaskOperation(task)
  }
  static func makeBlocks(_ blocks: [@Sendable () -> Void]) -> MiniOperation {
    TaskOperation { _ in blocks[0]() }
  }
  static func executionBlockCount(of job: MiniOperation) -> Int { 0 }
  static func makeManual(
    announcing keys: [String], _ task: @escaping @Sendable (MiniOperation) -> Void
  ) -> MiniOperation { ManualOperation(announcing: keys, task) }
  static func end(_ job: MiniOperation) { (job as? ManualOperation)?.end() }
  static func makeGated(_ task: @escaping @Sendable (MiniOperation) -> Void) -> MiniOperation {
    GatedOperation(task)
  }
  static func openGate(of job: MiniOperation, isAnnounced: Bool) {
    (job as? GatedOperation)?.open(isAnnounced: isAnnounced)
  }
  static func makeLater(
    _ shape: LaterShape, _ task: @escaping @Sendable (MiniOperation) -> Void
  ) -> MiniOperation { LaterOperation(shape, task) }
  static func endLater(_ job: MiniOperation) { (job as? LaterOperation)?.end() }
  static func makeCountingQueue() -> StageQueue { StageQueue() }
  static func addedCount(of queue: StageQueue) -> Int { 0 }
  static func showSurface(_ trace: Trace) {}
  static func showOverrides(_ trace: Trace) {}
}
