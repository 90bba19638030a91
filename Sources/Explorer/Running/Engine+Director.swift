import MiniOperations

// What the framework and the scenario call on the engine.

extension Engine: Director {
  func perform(_ request: DirectedRequest, on resource: UInt64, label: () -> String) -> Bool {
    switch request {
    case .step(let step): reach(step, of: resource, label: label)
    case .note: note(label)
    case .acquire(let owner, let isRecursive):
      acquire(resource, of: owner, isRecursive: isRecursive, label: label)
    case .tryToAcquire(let isRecursive, let deadline):
      return tryToAcquire(resource, isRecursive: isRecursive, until: deadline, label: label)
    case .release(let owner): release(resource, of: owner, label: label)
    case .wait(let owner, let deadline, let mayLastForever):
      return wait(on: resource, of: owner, until: deadline, mayLastForever: mayLastForever, label: label)
    case .wakeOne(let owner): wake(resource, of: owner, all: false, label: label)
    case .wakeAll(let owner): wake(resource, of: owner, all: true, label: label)
    case .access(let isChange): access(resource, isChange: isChange, name: label)
    case .order(let order): orderMemory(at: resource, order)
    }
    return true
  }

  // MARK: Points

  func reach(_ step: DirectedStep, of resource: UInt64, label: () -> String) {
    guard !isInspecting else { return isLookedAt(resource) }
    recorder?.intends(current, label, threads, isInner: !Recorder.Row.Kind(step).isShown)
    if case .point = step {
      // The code behind a label may touch anything, so its order matters to everything.
      yield(isPrivate: false)
      footprint = .everything
      resources.notes.stoodAtPoint(current)
    } else {
      let index = resources.index(of: resource, reachedBy: current)
      yield(isPrivate: resources.isPrivate(index, of: current))
      use(index, isWrite: step.isChange)
      if isSuspicious, step.isOfProgram { footprint.add(Footprint.ordinary, isWrite: false) }
      // Numbers in the order of first use: an object that is created only once
      // in a process would shift all others.
      mix(UInt64(index) << 1 | (step.isRead ? 1 : 0))
      if step.isOrdering { synchronise(index) }
    }
    recorder?.did(current, Recorder.Row.Kind(step), resource, label, self)
  }

  func note(_ label: () -> String) {
    guard !isInspecting else { return }
    recorder?.did(current, .note, 0, label, self)
  }

  /// Adds a resource to what the running step has touched.
  func use(_ index: Int, isWrite: Bool) {
    resources.use(index, by: current, isSetUp: phase != .running)
    footprint.add(resources[index].bit, isWrite: isWrite)
  }

  /// The rest of the running step is not watched.
  func goOnUnseen() {
    if isSuspicious { footprint.add(Footprint.ordinary, isWrite: true) }
  }

  func nameResource() -> UInt64 { resources.make(by: current) }

  /// A resource that a check after every step reads is never private.
  func isLookedAt(_ id: UInt64) {
    if checksAlways, let index = resources.index(of: id) { resources.becameShared(index) }
  }

  // MARK: Locks

  func acquire(_ lock: UInt64, of owner: LockOwner, isRecursive: Bool, label: () -> String) {
    guard !isInspecting else { return isLookedAt(lock) }
    let index = resources.index(of: lock, reachedBy: current)
    if isRecursive, resources[index].holder == current {
      resources[index].depth += 1
      return
    }
    if let recorder {
      resources[index].label = label()
      recorder.intends(current, { "lock \(label())" }, threads, isInner: owner == .framework)
      if resources[index].holder != nil {
        recorder.blocked(current, owner == .program ? .blocked : .innerBlocked, index, self)
      }
    }
    threads.set(current, to: .wants(lock: index))
    let isFree = resources[index].holder == nil
    yield(isPrivate: isFree && resources.isPrivate(index, of: current))
    threads.set(current, to: .ready)
    if threads[current].took == nil { threads[current].took = index }
    take(index, depth: 1, owner)
    recorder?.did(current, owner == .program ? .lock : .inner, lock, { "lock \(label())" }, self)
  }

  func take(_ index: Int, depth: Int, _ owner: LockOwner) {
    use(index, isWrite: true)
    assert(resources[index].holder == nil)
    resources[index].holder = current
    resources[index].depth = depth
    resources[index].heldSince = events
    if settings.findsDataRaces { memory.hear(at: index, current) }
    if owner == .framework {
      heldInFramework += 1
    } else {
      heldInProgram += 1
      if isSuspicious { footprint.add(Footprint.ordinary, isWrite: false) }
    }
  }

  /// Frees a lock for the threads that wait for it.
  private func give(_ index: Int, _ owner: LockOwner) {
    resources[index].holder = nil
    if settings.findsDataRaces { memory.say(at: index, current) }
    if owner == .framework { heldInFramework -= 1 } else { heldInProgram -= 1 }
    let since = resources[index].heldSince
    if since != events { holds.append(Hold(lock: index, from: since, to: events)) }
  }

  func release(_ lock: UInt64, of owner: LockOwner, label: () -> String) {
    guard !isInspecting else { return }
    let index = resources.index(of: lock, reachedBy: current)
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
      goOnUnseen()
    }
  }

  // MARK: Waiting

  func wait(
    on lock: UInt64, of owner: LockOwner, until deadline: Duration?, mayLastForever: Bool, label: () -> String
  ) -> Bool {
    guard !isInspecting else { return true }
    let index = resources.index(of: lock, reachedBy: current)
    use(index, isWrite: true)
    guard resources[index].holder == current else {
      find(.misuse, "'\(threads[current].name)' waits on '\(label())' without holding it. Call lock() first.")
      return true
    }
    if deadline != nil { footprint.add(Footprint.clock, isWrite: false) }
    if let deadline, deadline <= time { return false }
    let depth = resources[index].depth
    give(index, owner)
    setSurprisable(owner == .program && !mayLastForever || deadline != nil)
    lastTicket += 1
    threads[current].ticket = lastTicket
    threads[current].isTimedOut = false
    threads.set(current, to: .waits(on: index, until: deadline, mayLastForever: mayLastForever))
    if isWrittenDown { resources[index].label = label() }
    recorder?.did(current, owner == .program ? .wait : .inner, lock, { "wait on \(label())" }, self)
    yield(isPrivate: false)
    if threads[current].isSurprised { wakeEarly(index, label) }
    if threads[current].isTimedOut { footprint.add(Footprint.clock, isWrite: true) }
    threads.set(current, to: .ready)
    if threads[current].took == nil { threads[current].took = index }
    take(index, depth: depth, owner)
    recorder?.did(
      current, owner == .program ? .wait : .inner, lock, { "resume, holding \(label())" }, self)
    return !threads[current].isTimedOut
  }

  func wake(_ lock: UInt64, of owner: LockOwner, all: Bool, label: () -> String) {
    guard !isInspecting else { return }
    // If the caller holds the lock, no thread can run in between: all the others need it too.
    let index = resources.index(of: lock, reachedBy: current)
    if resources[index].holder != current {
      recorder?.intends(current, { "wake \(label())" }, threads, isInner: owner == .framework)
      yield(isPrivate: resources.isPrivate(index, of: current))
    }
    use(index, isWrite: true)
    recorder?.did(
      current, owner == .program ? .wait : .inner, lock,
      { "\(all ? "broadcast" : "signal") \(label())" }, self)
    var waiting = threads.indices.filter { waits($0, on: index) }
    waiting.sort { threads[$0].ticket < threads[$1].ticket }
    if !all, waiting.count > 1, owner == .program { waiting = [pick(from: waiting)] }
    for thread in all ? waiting[...] : waiting.prefix(1) {
      threads.set(thread, to: .wants(lock: index))
      threads[thread].enabler = events
    }
  }

  private func waits(_ thread: Int, on lock: Int) -> Bool {
    if case .waits(lock, _, _) = threads[thread].state { true } else { false }
  }

  // MARK: What is told

  func checkAtEnd(_ unfinished: @escaping @Sendable () -> String?) {
    if !isInspecting { checksAtEnd.append(unfinished) }
  }

  func report(misuse message: String) { find(.misuse, message) }
}

// By hand: `==` of a type from another module is a call that is looked up each time, and these are asked at each point.
extension DirectedStep {
  fileprivate var isRead: Bool { if case .read = self { true } else { false } }

  /// Whether other threads may see a difference.
  fileprivate var isChange: Bool {
    switch self {
    case .read, .look: false
    case .write, .announce, .post, .begin, .count, .point: true
    }
  }

  /// Whether the program's own code follows.
  fileprivate var isOfProgram: Bool { if case .count = self { false } else { true } }

  /// Whether it orders other memory: ordinary variables do not.
  fileprivate var isOrdering: Bool {
    switch self {
    case .read, .write: false
    case .announce, .post, .begin, .look, .count, .point: true
    }
  }
}
