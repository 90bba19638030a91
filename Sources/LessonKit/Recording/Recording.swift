import Foundation
import MiniOperations
import Synchronization

/// Records what happens to operations and queues, through their public observation alone.
///
/// It does not keep watched objects alive.
public final class Recording: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is locked.
  private let lock = RecursiveLock(name: "recording")
  private var stored: [Event] = []
  private var pieceList: [Piece] = []
  private var watched: [ObjectIdentifier: Watched] = [:]
  private var watchedQueues: [WatchedQueue] = []
  private var tokens: [MiniObservation] = []
  private var watchedCount = 0
  /// The operations that have announced the first half of a change of `isFinished` or `isPaused`, and not the
  /// second.
  private var changing: Set<Int> = []
  /// The operations that have had dependencies, kept to avoid a search.
  private var dependents: Set<String> = []
  /// Has its own lock, under which nothing is called.
  private let clock: Mutex<Clock>
  private let timekeeper: any Timekeeper
  private let listener: @Sendable (Event) -> Void
  /// Signalled whenever something has been recorded.
  private let changed = Condition(name: "recording")

  /// Begins a recording; `listener` receives each event on the thread that announced it.
  public init(
    timekeeper: any Timekeeper = SystemTime(), listener: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.timekeeper = timekeeper
    self.listener = listener
    clock = Mutex(Clock(begin: timekeeper.now))
  }

  private struct Clock {
    var begin: Duration
    /// The time at which it was stopped; nil while it runs.
    var stoppedAt: Duration?
  }

  /// An operation that is watched, and the number of its `watch`.
  private struct Watched {
    weak var operation: MiniOperation?
    let number: Int
    let name: String
  }

  private struct WatchedQueue {
    weak var queue: MiniOperationQueue?
  }

  /// The watched objects that still exist, and the pieces of work.
  var remaining: (queues: [MiniOperationQueue], operations: [MiniOperation], pieces: [Piece]) {
    lock.withLock {
      let operations = watched.values.sorted { $0.number < $1.number }.compactMap(\.operation)
      return (watchedQueues.compactMap(\.queue), operations, pieceList)
    }
  }

  /// The operations whose end has not been recorded.
  private var withoutEnd: [MiniOperation] {
    lock.withLock {
      let ended = Set(stored.lazy.filter { $0.change == .finished }.map(\.watched))
      return watched.values.filter { !ended.contains($0.number) }.compactMap(\.operation)
    }
  }

  /// A number that grows with everything that is recorded.
  var activity: Int { lock.withLock { stored.count + pieceList.count } }

  /// All events so far, in order.
  public var events: [Event] { lock.withLock { stored } }

  /// Which thread worked for which operation so far, in the order in which the work began.
  public var pieces: [Piece] { lock.withLock { pieceList } }

  /// The timeline of the recording so far.
  var drawing: Record.Drawing { lock.withLock { Record.Drawing(stored, pieces: pieceList) } }

  /// The time since the recording began.
  public var elapsed: Duration {
    let now = timekeeper.now
    return clock.withLock { ($0.stoppedAt ?? now) - $0.begin }
  }

  /// Runs `body` while the time stands still: a user's time to think is not part of the run.
  func withoutTime<Result>(_ body: () -> Result) -> Result {
    let stop = timekeeper.now
    clock.withLock { $0.stoppedAt = stop }
    defer {
      let end = timekeeper.now
      clock.withLock {
        $0.begin += end - stop
        $0.stoppedAt = nil
      }
    }
    return body()
  }

  /// Adds an event on the calling thread, and passes it to the listener unless `told` is false.
  public func add(_ subject: String, _ change: Event.Change, told: Bool = true) {
    add(subject, change, watched: 0, told: told)
  }

  private func add(_ subject: String, _ change: Event.Change, watched: Int, told: Bool) {
    // The lock is held while the listener prints, so that lines are in the order of the events.
    lock.withLock {
      let event = Event(
        time: elapsed, thread: Recording.threadName, subject: subject, change: change, watched: watched,
        isBetweenHalves: changing.contains(watched))
      stored.append(event)
      if case .dependencies = change { dependents.insert(subject) }
      if told { listener(event) }
    }
    changed.withLock { changed.broadcast() }
  }

  /// Waits until each operation whose `isFinished` is true has announced it, for at most a second.
  ///
  /// A waiting thread may resume a moment before the observers are called. A timeline of that moment would
  /// show the operation as unfinished. An operation that has finished without an announcement is not waited
  /// for.
  func settle() {
    let time = SystemTime()
    let deadline = time.now + .seconds(1)
    while hasAnnouncementUnderWay, time.now < deadline {
      // Each event signals this condition. The time limit covers an announcement between the check and the
      // wait.
      changed.withLock { _ = changed.wait(until: min(deadline, time.now + .milliseconds(20))) }
    }
  }

  private var hasAnnouncementUnderWay: Bool {
    withoutEnd.contains(where: \.isAnnouncingItsEnd)
  }

  /// Records what an operation announces from now on, under its name or its type's name.
  public func watch(_ operation: MiniOperation, told: Bool = true) {
    let name = operation.name ?? "\(type(of: operation))"
    let number = lock.withLock {
      watchedCount += 1
      watched[ObjectIdentifier(operation)] = Watched(operation: operation, number: watchedCount, name: name)
      return watchedCount
    }
    func flag(_ keyPath: KeyPath<MiniOperation, Bool>, _ on: Event.Change, _ off: Event.Change?) {
      let isEnd = on == .finished
      keep(
        operation.observe(keyPath, options: [.old, .new, .prior]) { [weak self] _, change in
          if isEnd { self?.note(change.isPrior, number) }
          guard let new = change.newValue, let what = new ? on : off else { return }
          self?.add(name, what, watched: number, told: told)
        })
    }
    keep(
      operation.observe(\.dependencies, options: [.initial, .new]) { [weak self] _, change in
        guard let dependencies = change.newValue else { return }
        if dependencies.isEmpty && self?.hasDependencies(name) != true { return }
        let names = dependencies.map { $0.name ?? "\(type(of: $0))" }
        self?.add(name, .dependencies(names), watched: number, told: told)
      })
    add(name, operation.isReady ? .ready : .notReady, watched: number, told: told)
    flag(\.isReady, .ready, .notReady)
    flag(\.isExecuting, .executing, .notExecuting)
    flag(\.isFinished, .finished, nil)
    flag(\.isCancelled, .cancelled, nil)
    keep(
      operation.observe(forKey: "isPaused", options: [.new, .prior]) { [weak self] _, change in
        self?.note(change.isPrior, number)
        guard let isPaused = change.newValue as? Bool else { return }
        self?.add(name, isPaused ? .paused : .notPaused, watched: number, told: told)
      })
  }

  private func note(_ isFirstHalf: Bool, _ number: Int) {
    lock.withLock { _ = isFirstHalf ? changing.insert(number).inserted : changing.remove(number) != nil }
  }

  /// Records from now on which thread works for which watched operation, and when.
  ///
  /// Only one recording of a process can do so at a time.
  func recordWork() {
    Work.listen { [weak self] work in self?.begin(work) }
  }

  private func begin(_ work: Work.Piece) -> (() -> Void)? {
    lock.withLock {
      let found = work.operation.flatMap { watched[ObjectIdentifier($0)] }
      // Another operation may have the address of one that no longer exists.
      let known = found?.operation === work.operation ? found : nil
      guard known != nil || work.isMessage else { return nil }
      let place = pieceList.count
      pieceList.append(
        Piece(
          thread: Recording.threadName, threadNumber: .current,
          subject: known?.name ?? "", watched: known?.number ?? 0, isMessage: work.isMessage,
          from: elapsed))
      return { [self] in lock.withLock { pieceList[place].to = elapsed } }
    }
  }

  /// Records when a queue is suspended and resumed, under its name.
  public func watch(_ queue: MiniOperationQueue) {
    let name = queue.name ?? "queue"
    lock.withLock { watchedQueues.append(WatchedQueue(queue: queue)) }
    keep(
      queue.observe(\.isSuspended, options: [.old, .new, .prior]) { [weak self] _, change in
        // A resumed queue may start an operation before its observers are called. So the end is recorded
        // before the change: what is recorded in between happened while the queue was suspended.
        if change.isPrior {
          if change.oldValue == true { self?.add(name, .resumed) }
        } else if change.newValue == true {
          self?.add(name, .suspended)
        }
      })
  }

  private func keep(_ token: MiniObservation) { lock.withLock { tokens.append(token) } }

  private func hasDependencies(_ name: String) -> Bool { lock.withLock { dependents.contains(name) } }

  static var threadName: String {
    if Thread.isMainThread { return "main" }
    // On Linux, threads of the dispatch library may be named after the end of a long label.
    let name = Thread.current.name ?? ""
    return name.isEmpty || name.contains("-qos") ? "a thread" : name
  }
}
