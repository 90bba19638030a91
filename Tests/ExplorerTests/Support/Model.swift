@testable import Explorer

/// Plays the schedules of a program that a search chooses, as the engine would; no thread runs.
final class Model: RunningSchedule {
  /// How a schedule ended, as far as the program could tell.
  enum Ending: Hashable {
    /// The values that each thread read, its number of actions, and the values of the variables at the end.
    case ended([Int])
    case deadlock
  }

  private enum State: Equatable {
    /// Another thread may start it.
    case declared
    case ready
    case wants(lock: Int)
    case waits(lock: Int, until: Int?)
    case awaits(semaphore: Int, until: Int?)
    case sleeps(until: Int)
    case ended
  }

  private struct Thread {
    let actions: [ModelProgram.Action]
    var place = 0
    var state = State.ready
    var seen: [Int] = []
    var isTimedOut = false
    /// Whether no other thread can notice its next step.
    var isBeforePrivateStep: Bool {
      if state == .ready, place > 0, case .privateStep = actions[place - 1] { true } else { false }
    }
    /// How the running step began.
    var beginning = Beginning()

    var deadline: Int? {
      switch state {
      case .waits(_, let deadline), .awaits(_, let deadline): deadline
      case .sleeps(let deadline): deadline
      case .declared, .ready, .wants, .ended: nil
      }
    }
  }

  private struct Beginning {
    var enabler: Int?
    var wokenAt: Int?
    var isSurprise = false
    var took: Int?
    var hasAwaited = false
  }

  let tellsResourcesApart = true
  private(set) var holds: [Hold] = []
  private let program: ModelProgram
  private let surprises: Int
  private var threads: [Thread] = []
  private var values: [Int] = []
  private var counts: [Int] = []
  private var holders: [(thread: Int, since: Int)?] = []
  /// The threads that wait for a signal, by lock, in the order in which they began to wait.
  private var waiters: [[Int]] = []
  private var now = 0
  private var (steps, decisions, happened) = (0, 0, 0)
  private var signature: UInt64 = 0
  private var footprint = Footprint()

  init(_ program: ModelProgram, surprises: Int = 0) { (self.program, self.surprises) = (program, surprises) }

  /// How many schedules are tried, and the different ways in which they end.
  ///
  /// Where there is a deadlock, the search ends.
  ///
  /// - Returns: nil if there are more schedules than the limit.
  func explore(bound: Int?, skipsEquivalent: Bool = true, limit: Int = .max) -> (
    schedules: Int, endings: Set<Ending>
  )? {
    let search = DepthFirst(
      bound: bound, surprises: surprises, skipsEquivalent: skipsEquivalent, isExact: true
    ) { _ in .goOn }
    var (schedules, endings) = (0, Set<Ending>())
    repeat {
      schedules += 1
      if schedules > limit { return nil }
      endings.insert(play(search))
      if endings.contains(.deadlock) { return (schedules, [.deadlock]) }
    } while search.scheduleEnded(
      Outcome(
        finding: nil, dataRace: nil, deviations: [], decisions: 0, steps: 0, preemptions: 0, switches: 0,
        signature: 0))
    return (schedules, endings)
  }

  // MARK: A schedule

  private func play(_ search: DepthFirst) -> Ending {
    threads = program.threads.map { Thread(actions: $0) }
    for thread in program.started { threads[thread].state = .declared }
    (values, counts, holders, waiters, holds) = ([0, 0, 0], [0, 0], [nil, nil], [[], []], [])
    (now, steps, decisions, happened, signature) = (0, 0, 0, 0, 7)
    search.begin(schedule: self)
    var (last, canGoOn, isPrivate) = (0, false, false)
    while true {
      var able = runnable
      while able == 0, advanceToNextDeadline() { able = runnable }
      if able == 0 { break }
      let early = mayEndEarly & ~able
      let standard = canGoOn ? last : able.trailingZeroBitCount
      var thread = standard
      if able & (able &- 1) != 0 || early != 0 {
        thread = choose(
          search,
          Decision(
            number: decisions + 1, last: last, canLastGoOn: canGoOn, standard: standard, able: able,
            early: early, isPrivate: isPrivate && standard == last, signature: signature))
      }
      if early >> UInt64(thread) & 1 == 1 { threads[thread].beginning.isSurprise = true }
      run(thread, search)
      canGoOn = runnable >> UInt64(thread) & 1 == 1
      // As in the engine, such a step belongs to the one before, unless the thread holds a lock.
      isPrivate = threads[thread].isBeforePrivateStep && !holders.contains { $0?.thread == thread }
      if !isPrivate { endStep(of: thread, canGoOn, search) }
      last = thread
    }
    return threads.contains(where: isStuck)
      ? .deadlock : .ended(threads.flatMap { $0.seen + [-$0.place] } + values)
  }

  /// Whether it cannot go on, and has not ended.
  ///
  /// Without surprises, a wait may last forever, as that of a worker may.
  private func isStuck(_ thread: Thread) -> Bool {
    if case .waits = thread.state { return surprises > 0 }
    return thread.state != .ended && thread.state != .declared
  }

  private func choose(_ search: DepthFirst, _ decision: Decision) -> Int {
    decisions += 1
    let choice = search.choose(decision)
    signature = signature &* 31 &+ UInt64(choice)
    if decision.isSurprise(choice) { happened += 1 }
    return choice
  }

  private func endStep(of thread: Int, _ canGoOn: Bool, _ search: DepthFirst) {
    let beginning = threads[thread].beginning
    search.stepEnded(
      EndedStep(
        thread: thread, footprint: footprint, canGoOn: canGoOn, obstacle: canGoOn ? 0 : obstacle(of: thread),
        enabler: beginning.enabler, wokenAt: beginning.wokenAt, isSurprise: beginning.isSurprise,
        took: beginning.took, hasAwaited: beginning.hasAwaited))
    footprint = Footprint()
    threads[thread].beginning = Beginning()
    signature = signature &* 31 &+ UInt64(thread)
    steps += 1
  }

  private func obstacle(of thread: Int) -> UInt64 {
    switch threads[thread].state {
    case .wants(let lock), .waits(let lock, _): bit(lock: lock)
    case .awaits(let semaphore, _): bit(semaphore: semaphore)
    case .declared, .ready, .sleeps, .ended: 0
    }
  }

  private func bit(lock: Int) -> UInt64 { Footprint.bit(ofResource: 10 + lock) }
  private func bit(semaphore: Int) -> UInt64 { Footprint.bit(ofResource: 20 + semaphore) }

  // MARK: Who may be next

  private func threads(where isIn: (Thread) -> Bool) -> UInt64 {
    threads.indices.reduce(0) { isIn(threads[$1]) ? $0 | 1 << UInt64($1) : $0 }
  }

  private var runnable: UInt64 {
    threads {
      switch $0.state {
      case .ready: true
      case .wants(let lock): holders[lock] == nil
      case .awaits(let semaphore, _): counts[semaphore] > 0
      case .declared, .waits, .sleeps, .ended: false
      }
    }
  }

  /// The threads whose wait or sleep may end although it need not.
  private var mayEndEarly: UInt64 {
    guard happened < surprises else { return 0 }
    return threads {
      switch $0.state {
      case .waits, .sleeps: true
      case .awaits(_, let deadline): deadline != nil
      case .declared, .ready, .wants, .ended: false
      }
    }
  }

  func footprintOfSurprise(_ thread: Int) -> Footprint {
    let clock = threads[thread].deadline == nil ? 0 : Footprint.clock
    return switch threads[thread].state {
    case .waits, .awaits: Footprint(writing: obstacle(of: thread) | clock)
    case .sleeps: Footprint(writing: clock)
    case .declared, .ready, .wants, .ended: Footprint()
    }
  }

  // MARK: Time

  private func advanceToNextDeadline() -> Bool {
    guard let next = threads.compactMap(\.deadline).min() else { return false }
    advance(to: next)
    return true
  }

  /// Wakes all threads that are due.
  private func advance(to moment: Int) {
    now = max(now, moment)
    for thread in threads.indices where threads[thread].deadline.map({ $0 <= now }) ?? false {
      guard !threads[thread].beginning.isSurprise else { continue }
      threads[thread].beginning.wokenAt = steps
      if case .waits(let lock, _) = threads[thread].state {
        threads[thread].isTimedOut = true
        stopWaiting(thread, for: lock)
      } else {
        threads[thread].state = .ready
      }
    }
  }

  private func stopWaiting(_ thread: Int, for lock: Int) {
    waiters[lock].removeAll { $0 == thread }
    threads[thread].state = .wants(lock: lock)
  }

  // MARK: A step

  private func run(_ thread: Int, _ search: DepthFirst) {
    if threads[thread].beginning.isSurprise {
      let deadline = threads[thread].deadline
      if let deadline { advance(to: deadline) }
      if case .waits(let lock, _) = threads[thread].state {
        footprint.add(bit(lock: lock), isWrite: true)
        if deadline != nil { footprint.add(Footprint.clock, isWrite: true) }
        threads[thread].isTimedOut = deadline != nil
        return stopWaiting(thread, for: lock)
      }
    }
    threads[thread].state = .ready
    while threads[thread].place < threads[thread].actions.count {
      threads[thread].place += 1
      let action = threads[thread].actions[threads[thread].place - 1]
      if let state = perform(action, thread, search) {
        threads[thread].state = state
        return
      }
    }
    threads[thread].state = .ended
  }

  /// Does one thing; returns what the thread is in afterwards, if others may run before its next.
  private func perform(_ action: ModelProgram.Action, _ thread: Int, _ search: DepthFirst) -> State? {
    switch action {
    case .point, .privateStep: return .ready
    case .read(let variable):
      footprint.add(Footprint.bit(ofResource: variable), isWrite: false)
      threads[thread].seen.append(values[variable])
    case .write(let variable):
      footprint.add(Footprint.bit(ofResource: variable), isWrite: true)
      values[variable] = 100 * (thread + 1) + threads[thread].place
    case .endIfWritten(let variable):
      footprint.add(Footprint.bit(ofResource: variable), isWrite: false)
      if values[variable] != 0 { return .ended }
    case .start(let worker):
      guard threads[worker].state == .declared else { break }
      threads[worker].state = .ready
      threads[worker].beginning.enabler = steps
    case .want(let lock): return .wants(lock: lock)
    case .take(let lock):
      if threads[thread].isTimedOut { footprint.add(Footprint.clock, isWrite: true) }
      if threads[thread].beginning.took == nil { threads[thread].beginning.took = lock }
      footprint.add(bit(lock: lock), isWrite: true)
      holders[lock] = (thread, steps)
    case .release(let lock): release(lock)
    case .wait(let lock, let seconds):
      release(lock)
      if seconds != nil { footprint.add(Footprint.clock, isWrite: false) }
      waiters[lock].append(thread)
      return .waits(lock: lock, until: seconds.map { now + $0 })
    case .readTimeout:
      threads[thread].seen.append(threads[thread].isTimedOut ? 1 : 0)
      threads[thread].isTimedOut = false
    case .wake(let lock, let all): wake(lock, all: all, search)
    case .sleep(let seconds):
      footprint.add(Footprint.clock, isWrite: false)
      return seconds > 0 ? .sleeps(until: now + seconds) : .ready
    case .awake: footprint.add(Footprint.clock, isWrite: true)
    case .await(let semaphore, let seconds):
      if seconds != nil { footprint.add(Footprint.clock, isWrite: false) }
      return .awaits(semaphore: semaphore, until: seconds.map { now + $0 })
    case .get(let semaphore, let isTimed):
      threads[thread].beginning.hasAwaited = true
      footprint.add(bit(semaphore: semaphore), isWrite: true)
      if isTimed { footprint.add(Footprint.clock, isWrite: true) }
      threads[thread].seen.append(min(counts[semaphore], 1))
      counts[semaphore] = max(counts[semaphore] - 1, 0)
    case .post(let semaphore):
      footprint.add(bit(semaphore: semaphore), isWrite: true)
      counts[semaphore] += 1
    }
    return nil
  }

  private func release(_ lock: Int) {
    footprint.add(bit(lock: lock), isWrite: true)
    if let since = holders[lock]?.since, since != steps {
      holds.append(Hold(lock: lock, from: since, to: steps))
    }
    holders[lock] = nil
  }

  private func wake(_ lock: Int, all: Bool, _ search: DepthFirst) {
    footprint.add(bit(lock: lock), isWrite: true)
    var woken = all ? waiters[lock] : Array(waiters[lock].prefix(1))
    if !all, waiters[lock].count > 1, happened < surprises {
      let others = waiters[lock].dropFirst().reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
      woken = [
        choose(
          search,
          Decision(
            number: decisions + 1, last: woken[0], canLastGoOn: false, standard: woken[0],
            able: 1 << UInt64(woken[0]), early: others, isPick: true, isPrivate: false, signature: signature))
      ]
    }
    for thread in woken {
      stopWaiting(thread, for: lock)
      threads[thread].beginning.enabler = steps
    }
  }
}
