import Foundation
import Synchronization

/// Stage 5, Queue: starts operations when they are ready, in an order, a limited number at a time.
///
/// Two questions, two types. `Schedule`, a value that can be tested without threads, answers *which
/// operation is next?* The queue answers *where does it run?*: on a new thread.
struct Schedule {
  struct Entry {
    let operation: MiniOperation
    // What observers have reported. The schedule queries no operation: a getter could run any code.
    var isReady = false
    var priority = MiniOperation.QueuePriority.normal
    var isRunning = false
  }

  /// The operations that have not finished, in the order in which they were added.
  private(set) var entries: [Entry] = []
  var limit = Int.max
  var isSuspended = false

  /// Returns the operation that starts now: the most urgent of the ready ones, and the oldest of those.
  mutating func takeNext() -> MiniOperation? {
    guard !isSuspended, entries.count(where: \.isRunning) < limit else { return nil }
    var next: Int?
    for (place, entry) in entries.enumerated() where entry.isReady && !entry.isRunning {
      if let best = next, entries[best].priority.rawValue >= entry.priority.rawValue { continue }
      next = place
    }
    guard let next else { return nil }
    entries[next].isRunning = true
    return entries[next].operation
  }

  mutating func add(_ operation: MiniOperation) {
    entries.append(Entry(operation: operation))
  }

  mutating func edit(_ operation: MiniOperation, _ body: (inout Entry) -> Void) {
    if let place = entries.firstIndex(where: { $0.operation === operation }) { body(&entries[place]) }
  }

  mutating func remove(_ operation: MiniOperation) {
    entries.removeAll { $0.operation === operation }
  }
}

/// A schedule with a lock around it that observes: it gets what every observer gets, and nothing else.
final class MiniOperationQueue: Sendable {
  private let schedule = Mutex(Schedule())

  var operations: [MiniOperation] { schedule.withLock { $0.entries.map(\.operation) } }

  /// Adds an operation, unless it has begun, or is in a queue already.
  func addOperation(_ operation: MiniOperation) {
    guard !operation.isExecuting, !operation.isFinished, operation.claim() else { return }
    // It observes first and checks afterwards: for the end, and if it has not come, for the rest. The
    // other way round, a change in between would be lost.
    operation.observe { operation, key in self.heard(key, from: operation) }
    change { $0.add(operation) }
    heard("isFinished", from: operation)
  }

  /// Changes the schedule, its limit for instance, and starts what may start then.
  func change(_ body: (inout Schedule) -> Void) {
    schedule.withLock { body(&$0) }
    while let next = schedule.withLock({ $0.takeNext() }) {
      Thread.detachNewThread { next.start() }
    }
  }

  func cancelAllOperations() {
    for operation in operations { operation.cancel() }
  }

  /// Blocks the calling thread until nothing is left, not even what was added meanwhile.
  func waitUntilAllOperationsAreFinished() {
    while let operation = operations.first { operation.waitUntilFinished() }
  }

  private func heard(_ key: String, from operation: MiniOperation) {
    if key == "isFinished" && operation.isFinished {
      return change { $0.remove(operation) }
    }
    var seen: (isReady: Bool, priority: MiniOperation.QueuePriority)
    repeat {
      seen = (operation.isReady, operation.queuePriority)
      change { $0.edit(operation) { ($0.isReady, $0.priority) = seen } }
      // Between the check and the lock another thread may have recorded what it saw later. Whichever
      // thread was last checks once more.
    } while (operation.isReady, operation.queuePriority) != seen
  }
}
