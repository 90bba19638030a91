import Threading

// Locks, signals, conditions and sleeping: everything for which a thread may have to wait.

extension Engine {
  /// Blocks the calling thread in `state`, and returns when the schedule lets it continue.
  ///
  /// Every wait goes through here. Where it ends earlier than it must, its time passes: a thread that
  /// continues after its deadline finds that the deadline has passed.
  ///
  /// - Parameters:
  ///   - state: What lets the thread continue; `.ready` if it need not wait, and others may run first.
  ///   - mayEndEarly: Whether the wait may end before that.
  ///   - isPrivate: Whether the thread's next step affects no other thread.
  func block(in state: DirectedThread.State, mayEndEarly: Bool, isPrivate: Bool) {
    surprises.set(current, mayEndEarly: mayEndEarly)
    threads.set(current, to: state)
    yield(isPrivate: isPrivate)
    if threads[current].isSurprised, let deadline = threads[current].deadline {
      clock.advance(to: deadline, waking: threads, after: record.events)
    }
    threads.set(current, to: .ready)
  }

  // MARK: Locks

  func acquire(_ lock: UInt64, of owner: LockOwner, isRecursive: Bool, label: () -> String) {
    let index = resources.index(of: lock)
    if isRecursive, resources[index].holder == current {
      resources[index].depth += 1
      return
    }
    let isFree = resources[index].holder == nil
    if let recorder {
      resources[index].label = label()
      recorder.intends(current, { "lock \(label())" }, threads, isInner: owner == .framework)
      if !isFree { recorder.blocked(current, owner == .program ? .blocked : .innerBlocked, index, self) }
    }
    block(
      in: .wants(lock: index), mayEndEarly: false,
      isPrivate: isFree && resources.isPrivate(index, of: current))
    take(index, depth: 1, owner)
    recorder?.did(current, owner == .program ? .lock : .inner, lock, { "lock \(label())" }, self)
  }

  func tryToAcquire(_ lock: UInt64, isRecursive: Bool, until deadline: Duration?, label: () -> String) -> Bool
  {
    let index = resources.index(of: lock)
    resources.notes.triedLock(resources[index].name)
    if recorder != nil { resources[index].label = label() }
    recorder?.intends(current, { "try to lock \(label())" }, threads)
    if let deadline, deadline > clock.now, resources[index].holder != current || !isRecursive {
      threads[current].isOpen = { [unowned self] in resources[index].holder == nil }
      footprint.add(Footprint.clock, isWrite: false)
      block(in: .awaits(resource: index, until: deadline), mayEndEarly: true, isPrivate: false)
      threads[current].isOpen = nil
    } else {
      yield(isPrivate: resources.isPrivate(index, of: current))
    }
    if deadline != nil {
      threads[current].hasAwaited = true
      footprint.add(Footprint.clock, isWrite: true)
    }
    if isRecursive, resources[index].holder == current {
      resources[index].depth += 1
      use(index, isWrite: true)
    } else if resources[index].holder == nil {
      hold(index, depth: 1, .program)
    } else {
      use(index, isWrite: false)
      recorder?.did(current, .lock, lock, { "do not get \(label())" }, self)
      return false
    }
    recorder?.did(current, .lock, lock, { "lock \(label()) at the first try" }, self)
    return true
  }

  func release(_ lock: UInt64, of owner: LockOwner, label: () -> String) {
    let index = resources.index(of: lock)
    if resources[index].holder == current, resources[index].depth == 1 { pauseBeforeUnlock(index, label) }
    use(index, isWrite: true)
    guard resources[index].holder == current else {
      return find(
        .misuse,
        "'\(label())' was unlocked by '\(threads[current].name)', which does not hold it. Call unlock() "
          + "where lock() was called.")
    }
    resources[index].depth -= 1
    guard resources[index].depth == 0 else { return }
    give(index, owner)
    if owner == .framework {
      recorder?.did(current, .inner, lock, { "unlock \(label())" }, self)
    } else {
      recorder?.did(current, .lock, lock, { "unlock \(label())" }, self)
      // The program's code continues after its unlock, and may touch what it should not.
      yield(isPrivate: !isSuspicious)
      assumeUntrackedWrites()
    }
  }

  /// A place to switch if others may have noticed that the lock is held.
  func pauseBeforeUnlock(_ index: Int, _ label: () -> String) {
    guard resources.notes.isTried(resources[index].name) else { return }
    recorder?.intends(current, { "unlock \(label())" }, threads)
    yield(isPrivate: resources.isPrivate(index, of: current))
  }

  /// Acquires a free lock that the running step began to wait for.
  private func take(_ index: Int, depth: Int, _ owner: LockOwner) {
    if threads[current].took == nil { threads[current].took = index }
    hold(index, depth: depth, owner)
  }

  /// Acquires a free lock.
  func hold(_ index: Int, depth: Int, _ owner: LockOwner) {
    use(index, isWrite: true)
    resources.acquire(index, by: current, depth: depth, owner, in: record.events)
    if resources[index].bit != 0 { threads[current].sharedLocks += 1 }
    if settings.findsDataRaces { memory.acquireClock(at: index, current) }
    if owner == .program, isSuspicious { footprint.add(Footprint.ordinary, isWrite: false) }
  }

  /// Frees a lock for the threads that wait for it.
  private func give(_ index: Int, _ owner: LockOwner) {
    if settings.findsDataRaces { memory.releaseClock(at: index, current) }
    resources.release(index, owner, in: record.events)
    // If it became shared while it was held, it was not counted, and the search begins again after this
    // schedule.
    if resources[index].bit != 0 { threads[current].sharedLocks = max(threads[current].sharedLocks - 1, 0) }
  }

  // MARK: Signals

  /// - Parameter lock: What is released meanwhile, if it is not the condition's own lock.
  func wait(
    on condition: UInt64, releasing lock: UInt64? = nil, of owner: LockOwner, until deadline: Duration?,
    mayLastForever: Bool, label: () -> String
  ) -> Bool {
    let index = resources.index(of: condition)
    let lock = lock.map { resources.index(of: $0) } ?? index
    let kind: Recorder.Row.Kind = owner == .program ? .wait : .inner
    if owner == .program {
      // A signal may come between what the thread has found and its wait, if its sender does not hold the
      // lock.
      recorder?.intends(current, { "wait on \(label())" }, threads)
      yield(isPrivate: resources.isPrivate(index, of: current))
    }
    use(index, isWrite: true)
    if lock != index { use(lock, isWrite: true) }
    guard resources[lock].holder == current else {
      find(.misuse, "'\(threads[current].name)' waits on '\(label())' without holding it. Call lock() first.")
      return true
    }
    if deadline != nil { footprint.add(Footprint.clock, isWrite: false) }
    let depth = resources[lock].depth
    give(lock, owner)
    if let deadline, deadline <= clock.now {
      block(in: .wants(lock: lock), mayEndEarly: false, isPrivate: false)
      take(lock, depth: depth, owner)
      return false
    }
    resources[index].lock = lock
    threads[current].ticket = threads.nextTicket()
    threads[current].isTimedOut = false
    if recorder != nil { resources[index].label = label() }
    recorder?.did(current, kind, condition, { "wait on \(label())" }, self)
    block(
      in: .waits(on: index, relocks: lock, until: deadline, mayLastForever: mayLastForever),
      mayEndEarly: owner == .program && !mayLastForever || deadline != nil, isPrivate: false)
    if threads[current].isSurprised { wakeEarly(index, lock, hasDeadline: deadline != nil, label) }
    if threads[current].isTimedOut { footprint.add(Footprint.clock, isWrite: true) }
    take(lock, depth: depth, owner)
    recorder?.did(current, kind, condition, { "resume, holding \(label())" }, self)
    return !threads[current].isTimedOut
  }

  /// The calling thread's wait has ended before a signal: it waits for its lock again.
  private func wakeEarly(_ condition: Int, _ lock: Int, hasDeadline: Bool, _ label: () -> String) {
    use(condition, isWrite: true)
    if hasDeadline {
      threads[current].isTimedOut = true
      footprint.add(Footprint.clock, isWrite: true)
    }
    recorder?.did(
      current, .wait, resources[condition].id,
      { hasDeadline ? "time out on \(label())" : "wake up on \(label()) without a signal" }, self)
    block(in: .wants(lock: lock), mayEndEarly: false, isPrivate: false)
  }

  func wake(_ lock: UInt64, of owner: LockOwner, all: Bool, label: () -> String) {
    // If the caller holds the lock, no thread can run in between: all the others need it too.
    let index = resources.index(of: lock)
    if resources[resources[index].lock ?? index].holder != current {
      recorder?.intends(current, { "wake \(label())" }, threads, isInner: owner == .framework)
      yield(isPrivate: resources.isPrivate(index, of: current))
    }
    use(index, isWrite: true)
    var waiting = threads.waiters(on: index)
    recorder?.did(
      current, owner == .program ? .wait : .inner, lock,
      { "\(all ? "broadcast" : "signal") \(label()): \(effect(of: all, on: waiting))" }, self)
    if !all, waiting.count > 1, owner == .program { waiting = [pick(from: waiting)] }
    for thread in all ? waiting[...] : waiting.prefix(1) {
      guard case .waits(_, let lock, _, _) = threads[thread].state else { continue }
      threads.set(thread, to: .wants(lock: lock))
      threads[thread].enabler = record.events
    }
  }

  /// Whom a signal or a broadcast wakes, in words: one that comes too early wakes nobody.
  private func effect(of all: Bool, on waiting: [Int]) -> String {
    let names = waiting.map { threads[$0].name }.joined(separator: ", ")
    if waiting.isEmpty { return "no thread waits" }
    return all || waiting.count == 1 ? "wakes \(names)" : "wakes one of \(names)"
  }

  /// Chooses the thread that a signal wakes; by default the one that has waited longest.
  private func pick(from waiting: [Int]) -> Int {
    guard phase == .running, surprises.mayHappen() else { return waiting[0] }
    var first = ThreadSet()
    first.insert(waiting[0])
    var others = ThreadSet()
    for thread in waiting.dropFirst() { others.insert(thread) }
    let decision = Decision(
      number: record.countDecision(), last: current, canLastGoOn: false, standard: waiting[0],
      able: first.bits, early: others.bits, isPick: true, isPrivate: false, signature: record.signature)
    let choice = withChooser { $0.choose(decision) }
    keep(choice, in: decision)
    return choice
  }

  // MARK: Conditions

  /// Blocks the calling thread until `isOpen` is true, or until the deadline.
  func block(
    at index: Int, _ resource: UInt64, until deadline: Duration?, to verb: String, _ label: () -> String,
    _ isOpen: @escaping @Sendable () -> Bool
  ) {
    if let recorder {
      resources[index].label = label()
      recorder.intends(current, { "\(verb) \(label())" }, threads)
      if !isOpen() { recorder.did(current, .wait, resource, { "wait for \(label())" }, self) }
    }
    let isLate = deadline.map { $0 <= clock.now } == true
    if deadline != nil { footprint.add(Footprint.clock, isWrite: false) }
    threads[current].isOpen = isOpen
    block(
      in: isLate ? .ready : .awaits(resource: index, until: deadline),
      mayEndEarly: deadline != nil && !isLate,
      isPrivate: deadline == nil && isOpen() && resources.isPrivate(index, of: current))
    threads[current].isOpen = nil
    threads[current].hasAwaited = true
    if deadline != nil { footprint.add(Footprint.clock, isWrite: true) }
  }

  func await(
    _ resource: UInt64, until deadline: Duration?, label: () -> String,
    isOpen: @escaping @Sendable () -> Bool
  ) -> Bool {
    entered {
      guard !isInspecting else {
        inspected(resource)
        return true
      }
      let index = resources.index(of: resource)
      block(at: index, resource, until: deadline, to: "wait for", label, isOpen)
      use(index, isWrite: true)
      synchronise(index)
      let hasOpened = isOpen()
      recorder?.did(
        current, .wait, resource, { hasOpened ? "get \(label())" : "no longer wait for \(label())" }, self)
      return hasOpened
    }
  }

  // MARK: Time

  var now: Duration {
    footprint.add(Footprint.clock, isWrite: false)
    return clock.now
  }

  func sleep(until deadline: Duration) {
    entered {
      guard !isInspecting else { return }
      recorder?.intends(current, { "sleep until \(deadline)" }, threads)
      footprint.add(Footprint.clock, isWrite: false)
      recorder?.did(current, .sleep, 0, { "sleep until \(deadline)" }, self)
      block(
        in: deadline > clock.now ? .sleeps(until: deadline) : .ready, mayEndEarly: deadline > clock.now,
        isPrivate: false)
      footprint.add(Footprint.clock, isWrite: true)
      assumeUntrackedWrites()
    }
  }

  // MARK: Surprises

  func footprintOfSurprise(_ thread: Int) -> Footprint {
    switch threads[thread].state {
    case .waits(let resource, _, let deadline, _), .awaits(let resource, let deadline):
      Footprint(writing: resources[resource].bit | (deadline == nil ? 0 : Footprint.clock))
    case .sleeps: Footprint(writing: Footprint.clock)
    case .declared, .ready, .wants, .suspended, .ended: Footprint()
    }
  }
}

extension Engine: RunningSchedule {
  var holds: [Hold] { resources.holds }
  var tellsResourcesApart: Bool { resources.notes.isExact }
}
