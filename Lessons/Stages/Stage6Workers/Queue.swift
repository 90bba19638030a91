import Foundation
import Synchronization

/// Stage 6, Workers: a few threads stay, and run one operation after the other.
struct Schedule {
  struct Entry {
    let operation: MiniOperation
    var isReady = false
    var priority = MiniOperation.QueuePriority.normal
    var isRunning = false
  }

  private(set) var entries: [Entry] = []
  var limit = Int.max
  var isSuspended = false
  // New: how many workers have been called and have not arrived yet.
  private var coming = 0

  // New: whether there is work for one more worker than have been called.
  mutating func sendForWorker() -> Bool {
    let ready = entries.count { $0.isReady && !$0.isRunning }
    let slots = limit - entries.count(where: \.isRunning)
    guard !isSuspended, min(ready, slots) > coming else { return false }
    coming += 1
    return true
  }

  // New: called by a worker that has arrived. A suspension, a priority or a cancel until then counts.
  mutating func takeNext() -> MiniOperation? {
    coming -= 1
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

final class MiniOperationQueue: Sendable {
  private let schedule = Mutex(Schedule())
  private let workers: Workers

  // New: all queues share the same workers by default.
  init(workers: Workers = .shared) { self.workers = workers }

  var operations: [MiniOperation] { schedule.withLock { $0.entries.map(\.operation) } }

  func addOperation(_ operation: MiniOperation) {
    guard !operation.isExecuting, !operation.isFinished, operation.claim() else { return }
    operation.observe { operation, key in self.heard(key, from: operation) }
    change { $0.add(operation) }
    heard("isFinished", from: operation)
  }

  func change(_ body: (inout Schedule) -> Void) {
    schedule.withLock { body(&$0) }
    while schedule.withLock({ $0.sendForWorker() }) {
      workers.run { self.schedule.withLock { $0.takeNext() }?.start() }
    }
  }

  func cancelAllOperations() {
    for operation in operations { operation.cancel() }
  }

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
    } while (operation.isReady, operation.queuePriority) != seen
  }
}

// New: threads that take one piece of work after the other. One is started when none is free, and ends
// when it has found no work for a while.
class Workers: @unchecked Sendable {
  // Unchecked: the variables are touched while `bell` is locked.
  static let shared = Workers()
  private let bell = NSCondition()
  private let patience: TimeInterval
  private var pieces: [@Sendable () -> Void] = []
  /// The threads without a piece: those that wait, and those that are about to check for one.
  private var free = 0

  init(patience: TimeInterval = 1) { self.patience = patience }

  func run(_ piece: @escaping @Sendable () -> Void) {
    bell.withLock {
      pieces.append(piece)
      bell.signal()
      // For each piece there is a free thread, which checks `pieces` before it waits and before it ends.
      // So it does not matter which thread the bell wakes, or whether it wakes any.
      guard pieces.count > free else { return }
      free += 1
      Thread.detachNewThread { self.work() }
    }
  }

  private func work() {
    while let piece = nextPiece() {
      piece()
      bell.withLock { free += 1 }
    }
  }

  private func nextPiece() -> (@Sendable () -> Void)? {
    bell.withLock { () -> (@Sendable () -> Void)? in
      let deadline = Date(timeIntervalSinceNow: patience)
      while pieces.isEmpty && bell.wait(until: deadline) {}
      free -= 1
      return pieces.isEmpty ? nil : pieces.removeFirst()
    }
  }
}
