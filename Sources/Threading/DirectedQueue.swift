/// The work of a dispatch queue in one schedule, in order, and the state that decides which piece may begin.
///
/// The work runs on threads of the schedule. A serial queue has one thread at a time, a concurrent one a
/// thread for each piece of work. Queues with the same serial target take turns piece by piece.
package final class DirectedQueue: @unchecked Sendable {
  // Unchecked: only controlled threads touch it, one at a time.

  private final class Turn: @unchecked Sendable {
    // Unchecked, for the same reason.
    let isBarrier: Bool
    /// The work that has not begun; nil if a thread waits to do it itself.
    var work: (@Sendable () -> Void)?
    var number = 0

    init(isBarrier: Bool, work: (@Sendable () -> Void)?) {
      self.isBarrier = isBarrier
      self.work = work
    }
  }

  private unowned let director: any Director
  package let resource: UInt64
  package let label: String
  private let isConcurrent: Bool
  /// Whether it is one of the process's concurrent queues, on which a barrier has no effect.
  private let isOfProcess: Bool
  private var turns: [Turn] = []
  private var isActive: Bool
  /// How many calls of ``suspend()`` have not been undone.
  private var suspensions = 0
  /// The queue whose work this queue's work becomes.
  package private(set) var target: DirectedQueue?
  /// The values that were set with a key, and the keys, so that no other key gets the same identity.
  package var specifics: [ObjectIdentifier: (key: AnyObject, value: Any)] = [:]

  package init(
    _ director: any Director, resource: UInt64, label: String, isConcurrent: Bool, isOfProcess: Bool = false,
    isActive: Bool = true, target: DirectedQueue? = nil
  ) {
    self.director = director
    self.resource = resource
    self.label = label
    self.isConcurrent = isConcurrent
    self.isOfProcess = isOfProcess
    self.isActive = isActive
    self.target = target.flatMap { $0.addsNothing ? nil : $0 }
  }

  /// Whether it never makes work wait, so that nothing changes where it is a target.
  private var addsNothing: Bool { isOfProcess && isConcurrent }

  /// Whether no work may begin.
  package var mayNotBegin: Bool { suspensions > 0 || !isActive }

  // MARK: Adding work

  /// Adds `work`, as a step of the calling thread; `place` is where that calls, for a table.
  package func async(
    isBarrier: Bool = false, at place: String = "", _ work: @escaping @Sendable () -> Void
  ) {
    director.reach(.post, on: resource) { "async on '\(label)'\(place)" }
    add(isBarrier: isBarrier, work)
  }

  /// Adds `work` at that time, never if it is nil.
  package func async(at deadline: Duration?, isBarrier: Bool = false, _ work: @escaping @Sendable () -> Void)
  {
    guard let deadline else { return }
    director.startThread(named: "timer of '\(label)'", mayRunFirst: false) { [self] in
      director.sleep(until: deadline)
      async(isBarrier: isBarrier, work)
    }
  }

  private func add(isBarrier: Bool = false, _ work: @escaping @Sendable () -> Void) {
    turns.append(Turn(isBarrier: isAlone(isBarrier), work: work))
    start()
  }

  /// Runs `work` on the calling thread when its turn comes.
  package func sync<Result>(
    isBarrier: Bool = false, at place: String = "", _ work: () throws -> Result
  ) rethrows -> Result {
    director.reach(.post, on: resource) { "sync on '\(label)'\(place)" }
    let turn = Turn(isBarrier: isAlone(isBarrier), work: nil)
    turns.append(turn)
    director.await(resource, until: nil, label: { "a turn on '\(label)'" }) { [self] in
      mayRun(turn) && !mayNotBegin
    }
    defer { end(turn) }
    if let target { return try target.sync { try doing(work) } }
    return try doing(work)
  }

  // MARK: Turns

  private func isAlone(_ isBarrier: Bool) -> Bool { !isConcurrent || isBarrier && !isOfProcess }

  /// Whether no earlier work blocks it.
  private func mayRun(_ turn: Turn) -> Bool {
    if turn.isBarrier { return turns.first === turn }
    return !turns.prefix { $0 !== turn }.contains { $0.isBarrier }
  }

  /// Begins the work that can begin now and needs a thread.
  private func start() {
    guard !mayNotBegin else { return }
    for turn in turns where mayRun(turn) {
      guard let work = turn.work.take() else { continue }
      let run: @Sendable () -> Void = { [self] in
        director.reach(.begin, on: resource) { "begin what is next on '\(label)'" }
        // It was suspended between the choice of the work and its beginning.
        guard !mayNotBegin else { return turn.work = work }
        doing(work)
        end(turn)
      }
      if let target {
        target.add(run)
      } else {
        director.startThread(
          named: isConcurrent ? "\(label) \(number(of: turn))" : label, mayRunFirst: false, run)
      }
    }
  }

  /// The lowest number that no other work in progress has.
  private func number(of turn: Turn) -> Int {
    let taken = Set(turns.lazy.map(\.number))
    turn.number = (1...).first { !taken.contains($0) } ?? 1
    return turn.number
  }

  /// Runs `work` as the queue's: the innermost queue of the calling thread.
  private func doing<Result>(_ work: () throws -> Result) rethrows -> Result {
    let values = ThreadValues.current(director)
    values.queues.append(self)
    defer { values.queues.removeLast() }
    return try work()
  }

  private func end(_ turn: Turn) {
    director.reach(.count, on: resource) { "end a turn on '\(label)'" }
    turns.removeAll { $0 === turn }
    start()
  }

  // MARK: Suspending

  package func setTarget(_ queue: DirectedQueue?) {
    director.reach(.count, on: resource) { "set the target of '\(label)'" }
    target = queue.flatMap { $0.addsNothing ? nil : $0 }
  }

  package func activate() {
    director.reach(.count, on: resource) { "activate '\(label)'" }
    isActive = true
    start()
  }

  package func suspend() {
    director.reach(.count, on: resource) { "suspend '\(label)'" }
    suspensions += 1
  }

  package func resume() {
    director.reach(.count, on: resource) { "resume '\(label)'" }
    guard suspensions > 0 else {
      return director.report(
        misuse: "The queue '\(label)' was resumed more often than suspended, which ends the process."
          + (isActive ? "" : " It has not begun yet: call activate()."))
    }
    suspensions -= 1
    start()
  }
}
