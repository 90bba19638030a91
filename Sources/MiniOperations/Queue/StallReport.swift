/// Why a queue stalls: one line per operation that makes no progress.
///
///     print(queue.stallReport())
///     // queue "images" has 2 unfinished operations, 0 of them running
///     //   'resize' waits for 'download'
///     //   'download' is paused: call resume() or cancel()
///
/// It reads everything once, including the properties that a subclass overrides.
/// Use it when nothing has happened for a while; a busy queue has such reasons too.
public struct StallReport: Sendable, CustomStringConvertible {
  /// Why one operation makes no progress.
  public enum Reason: Sendable {
    /// It is in a cycle of dependencies, each waiting for the next.
    case cycle([MiniOperation])
    /// It waits for these.
    case waits(for: [MiniOperation])
    /// It waits for these, which are in no queue and were not started.
    case waitsForUnqueued([MiniOperation])
    /// Its own `isReady` is false, although all dependencies have finished.
    case closedGate
    /// It was cancelled, and its own `isReady` is still false, so that it will never be started.
    case cancelledWhileClosed
    /// Its `isReady` is true by now, but was not announced.
    case openedSilently
    /// Its `isPaused` is true.
    case paused
    /// It was cancelled, and its `isPaused` is true.
    case cancelledWhilePaused
    /// Its `isFinished` is true, but was not announced.
    case finishedSilently
    /// An announcement of `isFinished` or `isReady` is under way.
    case announcing
    /// A thread that runs it waits for this operation.
    case waitsInside(for: MiniOperation)
    /// A thread that runs it waits for this operation, which needs the slot that it has.
    case holdsSlot(of: MiniOperation)
    /// A thread that runs it waits until the queue of this name is empty.
    case waitsForQueue(String)
    /// A thread that runs it waits until its own queue is empty, and so for itself.
    case waitsForItsQueue
    /// It was started and has not finished: it runs, or the code that should finish it is missing.
    case executing
    /// It could be started, but the queue is suspended.
    case suspended
    /// It could be started, but the limit is zero.
    case zeroLimit
    /// It could be started, but all slots are taken.
    case noSlot
    /// It is a barrier, or was added after one, and waits for operations that were added before it.
    case behindBarrier
    /// It could be started, but all threads are busy, and the pool may not start more.
    case noWorker(threads: Int)
    /// It could be started, but all threads wait in their tasks for other operations.
    case allThreadsWait(threads: Int)
    /// It could be started, but the main thread, which must do it, waits itself, for the operation or queue
    /// of this name.
    case mainThreadWaits(for: String)
    /// A worker is on its way to it.
    case aboutToStart
  }

  /// One operation and its reason.
  public struct Line: Sendable {
    /// The operation.
    public let operation: MiniOperation
    /// Why it makes no progress.
    public let reason: Reason
  }

  /// The queue's name.
  public let queueName: String
  /// How many operations were running.
  public let runningCount: Int
  /// A line for each operation that has not finished, in the order in which they were added.
  public let lines: [Line]

  /// Whether no operation is left.
  public var isEmpty: Bool { lines.isEmpty }

  /// The whole report, ready to be printed.
  public var description: String {
    guard !lines.isEmpty else { return "queue \"\(queueName)\" has no unfinished operations" }
    let operations = lines.count == 1 ? "1 unfinished operation" : "\(lines.count) unfinished operations"
    let head = "queue \"\(queueName)\" has \(operations), \(runningCount) of them running"
    return ([head] + lines.map { "  '\($0.operation.displayName)' \($0.reason)" }).joined(separator: "\n")
  }
}

extension StallReport.Reason: CustomStringConvertible {
  /// The reason and what to do about it, to be read after the operation's name.
  public var description: String {
    switch self {
    case .cycle(let cycle):
      "waits in a cycle: "
        + (cycle + cycle.prefix(1)).map { "'\($0.displayName)'" }.joined(separator: " → ")
        + ": remove one of these dependencies, or cancel one of the operations"
    case .waits(let others):
      "waits for \(names(others))"
    case .waitsForUnqueued(let others):
      "waits for \(names(others)), which "
        + (others.count == 1
          ? "is in no queue and was not started: add it to a queue"
          : "are in no queue and were not started: add them to a queue")
    case .closedGate: "is not ready because its own isReady is false: make it true and announce isReady"
    case .cancelledWhileClosed:
      "was cancelled, but its own isReady is still false, and it cannot finish unless it is started: return "
        + "super.isReady && (condition || isCancelled), and announce isReady in cancel()"
    case .openedSilently:
      "became ready, but isReady was not announced: call didChangeValue(forKey: \"isReady\")"
    case .paused: "is paused: call resume() or cancel()"
    case .cancelledWhilePaused: "was cancelled, but is paused and did not finish: call resume()"
    case .finishedSilently:
      "has finished, but isFinished was not announced: call didChangeValue(forKey: \"isFinished\")"
    case .announcing: "is announcing a change: didChangeValue(forKey:) has not returned yet"
    case .waitsInside(let other): "waits for '\(other.displayName)' in its task"
    case .holdsSlot(let other):
      "waits for '\(other.displayName)' in its task, and '\(other.displayName)' needs the slot that it has: "
        + "make it depend on that operation instead, or raise the limit"
    case .waitsForQueue(let name): "waits in its task until queue \"\(name)\" is empty"
    case .waitsForItsQueue:
      "waits in its task until its own queue is empty, and so for itself: wait outside of the queue"
    case .executing: "was started and has not finished"
    case .suspended: "is ready, but the queue is suspended: set isSuspended to false"
    case .zeroLimit: "is ready, but maxConcurrentOperationCount is 0: raise it"
    case .noSlot: "is ready, but all slots are taken"
    case .behindBarrier: "waits at a barrier for operations added before it"
    case .noWorker(let threads):
      "is ready, but has no worker: all \(threads) threads are busy: it starts when one of their operations "
        + "finishes"
    case .allThreadsWait(let threads):
      "is ready, but has no worker: all \(threads) threads wait in their tasks for other operations: "
        + "use dependencies in place of these waits"
    case .mainThreadWaits(let name):
      "is ready, but the main thread, which must start it, waits for '\(name)': "
        + "do not wait on the main thread"
    case .aboutToStart: "is about to be started"
    }
  }

  private func names(_ operations: [MiniOperation]) -> String {
    operations.map { "'\($0.displayName)'" }.joined(separator: ", ")
  }
}

extension MiniOperationQueue {
  /// The report's text if operations are left, unless the queue is suspended or its limit is 0.
  final var unfinishedReport: String? {
    guard !isSuspended, maxConcurrentOperationCount != 0 else { return nil }
    let report = stallReport()
    return report.isEmpty ? nil : report.description
  }

  /// Reports why operations of this queue make no progress.
  public final func stallReport() -> StallReport {
    let snapshot = withState { state in
      (
        places: state.schedule.operations(withBarriers: true).map {
          ($0, $0.entry.place, isBarrier: $0.entry.isBarrier, isHeld: state.schedule.isBehindBarrier($0))
        },
        running: state.schedule.runningCount, limit: state.schedule.limit,
        isSuspended: state.schedule.isSuspended, name: state.name ?? defaultName, workers: state.workers
      )
    }
    let members = Set(snapshot.places.map { ObjectIdentifier($0.0) })
    let workers = ObjectIdentifier(snapshot.workers)
    let waits = Wait.all { wait in
      if let waiter = wait.waiter, members.contains(waiter) { return true }
      return isMain ? wait.isMainThread : wait.pool == workers
    }
    let noWorker = reasonWithoutWorker(snapshot.workers, waits)
    // One search for all: separate searches would visit the same long chain again and again.
    var search = CycleSearch()
    var cycles: [ObjectIdentifier: [MiniOperation]] = [:]
    for (operation, place, _, _) in snapshot.places where place == .waiting {
      guard let cycle = search.cycle(from: operation) else { continue }
      for member in cycle { cycles[ObjectIdentifier(member)] = cycle }
    }
    let lines = snapshot.places.compactMap { operation, place, isBarrier, isHeld -> StallReport.Line? in
      let reason: StallReport.Reason? =
        switch place {
        case .absent: nil
        case .running: reasonToRunOn(operation, waits, isFull: snapshot.running >= snapshot.limit)
        case .waiting where operation.isFinished: reasonOfFinished(operation)
        case .waiting where !operation.isReady || !isBarrier && !isHeld:
          reasonToWait(operation, in: cycles[ObjectIdentifier(operation)])
        case .waiting where isHeld, .ready where isHeld: .behindBarrier
        // A barrier has no place among the ready ones, but is ready when all operations before it have
        // finished.
        case .waiting where snapshot.isSuspended, .ready where snapshot.isSuspended: .suspended
        case .waiting where snapshot.limit == 0, .ready where snapshot.limit == 0: .zeroLimit
        case .waiting, .ready:
          snapshot.running >= snapshot.limit ? .noSlot : noWorker ?? .aboutToStart
        }
      return reason.map { StallReport.Line(operation: operation, reason: $0) }
    }
    return StallReport(queueName: snapshot.name, runningCount: snapshot.running, lines: lines)
  }
}

// MARK: - Silent changes

// An operation that is about to announce a change must not be reported as silent. So each read of a value
// is followed by reads that would differ if the change had been announced: first the count of announcements
// under way, then the state that an announcement leaves.

extension MiniOperationQueue {
  fileprivate final func reasonToWait(
    _ operation: MiniOperation, in cycle: [MiniOperation]?
  ) -> StallReport.Reason {
    if let reason = reasonOfPaused(operation) { return reason }
    // Read before isReady, which is true as soon as an operation without a condition of its own is cancelled.
    let wasCancelled = operation.isCancelled
    if operation.isReady { return reasonOfReady(operation) }
    if wasCancelled { return .cancelledWhileClosed }
    if let cycle { return .cycle(cycle) }
    let others = operation.unfinishedDependencies
    // Reported first: the other dependencies have their own lines, or will have.
    let unqueued = others.filter(\.isForgotten)
    if !unqueued.isEmpty { return .waitsForUnqueued(unqueued) }
    return others.isEmpty ? .closedGate : .waits(for: others)
  }

  private final func reasonOfPaused(_ operation: MiniOperation) -> StallReport.Reason? {
    operation.saysPaused ? operation.isCancelled ? .cancelledWhilePaused : .paused : nil
  }

  fileprivate final func reasonToRunOn(
    _ operation: MiniOperation, _ waits: [Wait], isFull: Bool
  ) -> StallReport.Reason? {
    if operation.isFinished { return reasonOfFinished(operation) }
    if let reason = reasonOfPaused(operation) { return reason }
    let waiter = ObjectIdentifier(operation)
    // The thread sleeps in the newest wait; the others continue when that one returns.
    guard let wait = waits.last(where: { $0.waiter == waiter }) else { return .executing }
    switch wait.goal {
    case .empty(let queue): return queue === self ? .waitsForItsQueue : .waitsForQueue(queue.label)
    case .end(let other):
      let needsSlot =
        isFull && other.withState({ $0.queue === self }) && withState { _ in other.entry.place == .ready }
      return needsSlot ? .holdsSlot(of: other) : .waitsInside(for: other)
    }
  }

  /// Why no worker starts an operation that could run; nil if one is on its way.
  fileprivate final func reasonWithoutWorker(
    _ workers: any Workers, _ waits: [Wait]
  ) -> StallReport.Reason? {
    if isMain {
      return waits.last(where: \.isMainThread).map { wait in
        switch wait.goal {
        case .end(let operation): .mainThreadWaits(for: operation.displayName)
        case .empty(let queue): .mainThreadWaits(for: queue.label)
        }
      }
    }
    guard let threads = workers.busyThreads else { return nil }
    let waiting = Set(waits.filter { $0.pool == ObjectIdentifier(workers) }.map(\.thread))
    return waiting.count == threads ? .allThreadsWait(threads: threads) : .noWorker(threads: threads)
  }

  /// Why an operation whose `isFinished` is true is still here; nil for one that is leaving.
  fileprivate final func reasonOfFinished(_ operation: MiniOperation) -> StallReport.Reason? {
    if operation.isAnnouncing { return .announcing }
    return operation.currentFlags.contains(.finished) ? nil : .finishedSilently
  }

  /// Why an operation whose `isReady` is true is not among the ready ones.
  private final func reasonOfReady(_ operation: MiniOperation) -> StallReport.Reason {
    if operation.isAnnouncing { return .announcing }
    let (place, sawReadyByDefault) = withState { _ in
      (operation.entry.place, operation.entry.sawReadyByDefault)
    }
    guard place == .waiting else { return .aboutToStart }
    // Where dependencies allow a start by now, the framework has made it ready and has not notified the queue
    // yet.
    return sawReadyByDefault || !operation.isReadyByDefault ? .openedSilently : .announcing
  }
}

extension MiniOperation {
  fileprivate var isAnnouncing: Bool { announcements.load(ordering: .acquiring) != 0 }

  /// Whether its `isFinished` is true, while the calls of its observers may be in progress.
  package final var isAnnouncingItsEnd: Bool {
    isFinished && (isAnnouncing || currentFlags.contains(.finished))
  }

  /// Whether it is in no queue, and nothing has started it.
  fileprivate var isForgotten: Bool {
    withState { state in
      if case .waiting = state.lifecycle.phase { return state.owner == nil }
      return false
    } && !isExecuting
  }

  /// Whether a subclass has registered a key "isPaused", and its value is true.
  fileprivate var saysPaused: Bool { Key("isPaused").value(of: self) as? Bool == true }
}
