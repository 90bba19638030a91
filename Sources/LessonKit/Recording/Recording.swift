import Foundation
import MiniOperations
import Synchronization

/// What happened to operations and queues, seen through their public observation and nothing else.
///
/// It keeps nothing alive that it watches.
public final class Recording: @unchecked Sendable {
  // Unchecked: the variables are touched while `lock` is locked.
  private let lock = RecursiveLock(name: "recording")
  private var stored: [Event] = []
  private var pieceList: [Piece] = []
  private var watched: [ObjectIdentifier: Watched] = [:]
  private var watchedQueues: [WatchedQueue] = []
  private var tokens: [MiniObservation] = []
  private var watchedCount = 0
  /// Those that have been seen with dependencies, kept to avoid a search.
  private var dependents: Set<String> = []
  /// Under a lock of its own, which nothing is called under.
  private let begin: Mutex<Duration>
  private let timekeeper: any Timekeeper
  private let listener: @Sendable (Event) -> Void
  /// Rung whenever something has been recorded.
  private let bell = Condition(name: "recording's bell")

  /// Begins a recording; `listener` is told each event on the thread on which it was announced.
  public init(
    timekeeper: any Timekeeper = SystemTime(), listener: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.timekeeper = timekeeper
    self.listener = listener
    begin = Mutex(timekeeper.now)
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

  /// What of all that is watched still exists, and the pieces of work.
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

  /// Grows with everything that is recorded.
  var activity: Int { lock.withLock { stored.count + pieceList.count } }

  /// All events so far, in their order.
  public var events: [Event] { lock.withLock { stored } }

  /// Which thread worked for which operation so far, in the order of the beginnings.
  public var pieces: [Piece] { lock.withLock { pieceList } }

  /// The drawing of what was recorded so far.
  var timeline: Timeline { lock.withLock { Timeline(stored, pieces: pieceList) } }

  /// The time since the recording began.
  public var elapsed: Duration { timekeeper.now - begin.withLock { $0 } }

  /// Lets the time begin now: a user's time to think before is not part of the run.
  func beginNow() { begin.withLock { $0 = timekeeper.now } }

  /// Adds an event on the calling thread, and tells the listener unless `told` is false.
  public func add(_ subject: String, _ change: Event.Change, told: Bool = true) {
    add(subject, change, watched: 0, told: told)
  }

  private func add(_ subject: String, _ change: Event.Change, watched: Int, told: Bool) {
    // The lock is held while the listener prints, so that lines stand in the order of the events.
    lock.withLock {
      let event = Event(
        time: elapsed, thread: Recording.threadName, subject: subject, change: change, watched: watched)
      stored.append(event)
      if case .dependencies = change { dependents.insert(subject) }
      if told { listener(event) }
    }
    bell.withLock { bell.broadcast() }
  }

  /// Waits until each operation that says that it has finished has announced it, for a second at the most.
  ///
  /// A waiter may resume a moment before the observers are called. A picture of that moment would say that the
  /// operation has not finished. One that has finished without an announcement is not waited for.
  func settle() {
    let time = SystemTime()
    let deadline = time.now + .seconds(1)
    while hasAnnouncementUnderWay, time.now < deadline {
      // Rung by each event; looked at again in any case, because the announcement may have been made meanwhile.
      bell.withLock { _ = bell.wait(until: min(deadline, time.now + .milliseconds(20))) }
    }
  }

  private var hasAnnouncementUnderWay: Bool {
    withoutEnd.contains(where: \.isAnnouncingItsEnd)
  }

  /// Records what an operation announces from now on, under its name or its type's.
  public func watch(_ operation: MiniOperation, told: Bool = true) {
    let name = operation.name ?? "\(type(of: operation))"
    let number = lock.withLock {
      watchedCount += 1
      watched[ObjectIdentifier(operation)] = Watched(operation: operation, number: watchedCount, name: name)
      return watchedCount
    }
    func flag(_ keyPath: KeyPath<MiniOperation, Bool>, _ on: Event.Change, _ off: Event.Change?) {
      keep(
        operation.observe(keyPath, options: [.old, .new]) { [weak self] _, change in
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
      operation.observe(forKey: "isPaused", options: [.new]) { [weak self] _, change in
        guard let isPaused = change.newValue as? Bool else { return }
        self?.add(name, isPaused ? .paused : .notPaused, watched: number, told: told)
      })
  }

  /// Records from now on which thread works for which watched operation, and when.
  ///
  /// One recording of a process can do so at a time.
  func recordWork() {
    Work.listen { [weak self] work in self?.begin(work) }
  }

  private func begin(_ work: Work.Piece) -> (() -> Void)? {
    lock.withLock {
      let found = work.operation.flatMap { watched[ObjectIdentifier($0)] }
      // The memory of an operation that is gone may belong to another one by now.
      let known = found?.operation === work.operation ? found : nil
      guard known != nil || work.isMessage else { return nil }
      let place = pieceList.count
      pieceList.append(
        Piece(
          thread: Recording.threadName, threadID: ObjectIdentifier(Thread.current),
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
        // A resumed queue may start an operation before its observers are called. So that what is recorded
        // between the two happened while it was suspended, the end is recorded before it comes.
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
    // Where Linux names the threads of the dispatch library, it is by the end of a long label.
    let name = Thread.current.name ?? ""
    return name.isEmpty || name.contains("-qos") ? "a thread" : name
  }
}
