/// Why a queue stalls: one line per operation that makes no progress.
///
///     print(queue.stallReport())
///     // queue "images" has 2 unfinished operations, 0 of them running
///     //   'resize' waits for 'download'
///     //   'download' is paused: call resume() or cancel()
///
/// It reads everything once, including what each operation would answer now.
/// Use it when nothing has happened for a while; a busy queue has such reasons too.
public struct StallReport: Sendable, CustomStringConvertible {
  /// Why one operation makes no progress.
  public enum Reason: Sendable {
    /// It is in a cycle of dependencies, each waiting for the next.
    case cycle([MiniOperation])
    /// It waits for these.
    case waits(for: [MiniOperation])
    /// Its own `isReady` is false, although all dependencies have finished.
    case closedGate
    /// Its `isReady` is true by now, but was not announced.
    case openedSilently
    /// Its `isPaused` is true.
    case paused
    /// Its `isFinished` is true, but was not announced.
    case finishedSilently
    /// An announcement of `isFinished` or `isReady` is under way.
    case announcing
    /// It was started and has not finished: it runs, or the code that should finish it is missing.
    case executing
    /// It could be started, but the queue is suspended.
    case suspended
    /// It could be started, but the limit is zero.
    case zeroLimit
    /// It could be started, but all slots are taken.
    case noSlot
    /// It was added behind a barrier that has not been passed.
    case behindBarrier
    /// It could be started, but all threads are busy, and the pool may not start more.
    case noWorker(threads: Int)
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

  /// Whether there is nothing that could stall.
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
      "waits for " + others.map { "'\($0.displayName)'" }.joined(separator: ", ")
    case .closedGate: "is not ready by its own isReady: let that become true and announce isReady"
    case .openedSilently:
      "became ready, but isReady was not announced: call didChangeValue(forKey: \"isReady\")"
    case .paused: "is paused: call resume() or cancel()"
    case .finishedSilently:
      "has finished, but isFinished was not announced: call didChangeValue(forKey: \"isFinished\")"
    case .announcing: "is announcing a change: didChangeValue(forKey:) has not returned yet"
    case .executing: "was started and has not finished"
    case .suspended: "is ready, but the queue is suspended: set isSuspended to false"
    case .zeroLimit: "is ready, but maxConcurrentOperationCount is 0: raise it"
    case .noSlot: "is ready, but all slots are taken"
    case .behindBarrier: "waits behind a barrier for what was added before it"
    case .noWorker(let threads):
      "is ready, but has no worker: all \(threads) threads are busy: let operations end, "
        + "or wait for fewer of them from inside others"
    case .aboutToStart: "is about to be started"
    }
  }
}

extension MiniOperationQueue {
  /// The report's text if operations are left that nothing holds back on purpose: no suspension, no limit of 0.
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
    let busyThreads = snapshot.workers.busyThreads
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
        case .running: reasonToRunOn(operation)
        case .waiting where operation.isFinished: reasonOfFinished(operation)
        case .waiting where !operation.isReady || !isBarrier && !isHeld:
          reasonToWait(operation, in: cycles[ObjectIdentifier(operation)])
        case .waiting where isHeld, .ready where isHeld: .behindBarrier
        // A barrier has no place among the ready ones, but is ready when everything before it is gone.
        case .waiting where snapshot.isSuspended, .ready where snapshot.isSuspended: .suspended
        case .waiting where snapshot.limit == 0, .ready where snapshot.limit == 0: .zeroLimit
        case .waiting, .ready:
          snapshot.running >= snapshot.limit
            ? .noSlot : busyThreads.map { .noWorker(threads: $0) } ?? .aboutToStart
        }
      return reason.map { StallReport.Line(operation: operation, reason: $0) }
    }
    return StallReport(queueName: snapshot.name, runningCount: snapshot.running, lines: lines)
  }
}

// MARK: - Silent changes

// An operation that is about to announce a change must not be reported as silent. So each read of a value
// is followed by a read of what would have to be different if the change had been announced properly: the
// count of announcements under way, then what an announcement that has been made leaves behind.

extension MiniOperationQueue {
  fileprivate final func reasonToWait(
    _ operation: MiniOperation, in cycle: [MiniOperation]?
  ) -> StallReport.Reason {
    if operation.saysPaused { return .paused }
    if operation.isReady { return reasonOfReady(operation) }
    if let cycle { return .cycle(cycle) }
    let others = operation.unfinishedDependencies
    return others.isEmpty ? .closedGate : .waits(for: others)
  }

  fileprivate final func reasonToRunOn(_ operation: MiniOperation) -> StallReport.Reason? {
    if operation.isFinished { return reasonOfFinished(operation) }
    return operation.saysPaused ? .paused : .executing
  }

  /// Why an operation whose `isFinished` is true is still here; nil for one that is leaving.
  fileprivate final func reasonOfFinished(_ operation: MiniOperation) -> StallReport.Reason? {
    if operation.isAnnouncing { return .announcing }
    return operation.currentFlags.contains(.ended) ? nil : .finishedSilently
  }

  /// Why an operation whose `isReady` is true is not among the ready ones.
  private final func reasonOfReady(_ operation: MiniOperation) -> StallReport.Reason {
    if operation.isAnnouncing { return .announcing }
    let (place, sawReadyByDefault) = withState { _ in
      (operation.entry.place, operation.entry.sawReadyByDefault)
    }
    guard place == .waiting else { return .aboutToStart }
    // Where dependencies allow a start by now, the framework has made it ready and has not notified the queue yet.
    return sawReadyByDefault || !operation.isReadyByDefault ? .openedSilently : .announcing
  }
}

extension MiniOperation {
  fileprivate var isAnnouncing: Bool { announcements.load(ordering: .acquiring) != 0 }

  /// Whether its `isFinished` is true, while the calls of its observers may be in progress.
  package final var isAnnouncingItsEnd: Bool {
    isFinished && (isAnnouncing || currentFlags.contains(.ended))
  }

  /// Whether a subclass has registered a key "isPaused", and its value is true.
  fileprivate var saysPaused: Bool { Key("isPaused").value(of: self) as? Bool == true }
}
