import MiniOperations

// What the framework and the scenario ask of the engine.

extension Engine: Director {
  // MARK: Points

  func reach(_ step: DirectedStep, of resource: UInt64, label: () -> String) {
    guard !isInspecting else { return isLookedAt(resource) }
    recorder?.intends(current, label, &threads, isInner: !Recorder.Row.Kind(step).isShown)
    if step == .point {
      // Nobody knows what the code behind a label touches, so its order matters to everything.
      yield(isPrivate: false)
      footprint = .everything
      resources.notes.stoodAtPoint(current)
    } else {
      let index = resources.index(of: resource, reachedBy: current)
      yield(isPrivate: resources.isPrivate(index, of: current))
      use(index, isWrite: step != .read && step != .look)
    }
    recorder?.did(current, Recorder.Row.Kind(step), resource, label, self)
  }

  func note(_ label: () -> String) {
    guard !isInspecting else { return }
    recorder?.did(current, .note, 0, label, self)
  }

  /// Adds a resource to what the running step has touched.
  func use(_ index: Int, isWrite: Bool) {
    let isNewcomer = resources.use(index, by: current, isSetUp: phase != .running)
    let bit = resources[index].bit
    guard bit != 0 else { return }
    footprint.add(bit, isWrite: isWrite)
    if isNewcomer { footprint.add(Footprint.newcomer, isWrite: true) }
  }

  /// What a check after every step looks at is nobody's private matter.
  func isLookedAt(_ id: UInt64) {
    if checksAlways, let index = resources.index(of: id) { resources.becameShared(index) }
  }

  // MARK: Locks

  func acquire(_ lock: UInt64, of owner: LockOwner, label: () -> String) {
    acquire(lock, of: owner, isRecursive: true, label: label)
  }

  func acquire(_ lock: UInt64, of owner: LockOwner, isRecursive: Bool, label: () -> String) {
    guard !isInspecting else { return isLookedAt(lock) }
    let index = resources.index(of: lock, reachedBy: current)
    if isRecursive, resources[index].holder == current {
      resources[index].depth += 1
      return
    }
    if let recorder {
      resources[index].label = label()
      recorder.intends(current, { "lock \(label())" }, &threads, isInner: owner == .framework)
      if resources[index].holder != nil {
        recorder.blocked(current, owner == .program ? .blocked : .innerBlocked, index, self)
      }
    }
    threads[current].state = .wants(lock: index)
    let isFree = resources[index].holder == nil
    yield(isPrivate: isFree && resources.isPrivate(index, of: current))
    threads[current].state = .ready
    take(index, depth: 1, owner)
    recorder?.did(current, owner == .program ? .lock : .inner, lock, { "lock \(label())" }, self)
  }

  func take(_ index: Int, depth: Int, _ owner: LockOwner) {
    use(index, isWrite: true)
    assert(resources[index].holder == nil)
    resources[index].holder = current
    resources[index].depth = depth
    if owner == .framework { heldInFramework += 1 }
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
    resources[index].holder = nil
    if owner == .framework {
      heldInFramework -= 1
      recorder?.did(current, .inner, lock, { "unlock \(label())" }, self)
    } else {
      recorder?.did(current, .lock, lock, { "unlock \(label())" }, self)
      // The program's code goes on behind its lock, and may touch what it should not.
      yield(isPrivate: false)
      footprint = .everything
    }
  }

  // MARK: Waiting

  func wait(
    on lock: UInt64, of owner: LockOwner, until deadline: Duration?, forWork: Bool, label: () -> String
  ) -> Bool {
    guard !isInspecting else { return true }
    let index = resources.index(of: lock, reachedBy: current)
    use(index, isWrite: true)
    guard resources[index].holder == current else {
      find(.misuse, "'\(threads[current].name)' waits on '\(label())' without holding it. Call lock() first.")
      return true
    }
    if let deadline, deadline <= time { return false }
    let depth = resources[index].depth
    resources[index].holder = nil
    if owner == .framework { heldInFramework -= 1 }
    lastTicket += 1
    threads[current].ticket = lastTicket
    threads[current].isTimedOut = false
    threads[current].state = .waits(on: index, until: deadline, forWork: forWork)
    if isWrittenDown { resources[index].label = label() }
    recorder?.did(current, owner == .program ? .wait : .inner, lock, { "wait on \(label())" }, self)
    yield(isPrivate: false)
    threads[current].state = .ready
    take(index, depth: depth, owner)
    recorder?.did(
      current, owner == .program ? .wait : .inner, lock, { "resume, holding \(label())" }, self)
    return !threads[current].isTimedOut
  }

  func wake(_ lock: UInt64, of owner: LockOwner, all: Bool, label: () -> String) {
    guard !isInspecting else { return }
    // Where the caller holds the lock nobody can come between: all the others want it too.
    let index = resources.index(of: lock, reachedBy: current)
    if resources[index].holder != current {
      recorder?.intends(current, { "wake \(label())" }, &threads, isInner: owner == .framework)
      yield(isPrivate: resources.isPrivate(index, of: current))
    }
    use(index, isWrite: true)
    recorder?.did(
      current, owner == .program ? .wait : .inner, lock,
      { "\(all ? "broadcast" : "signal") \(label())" }, self)
    var waiting = threads.indices.filter { waits($0, on: index) }
    waiting.sort { threads[$0].ticket < threads[$1].ticket }
    for thread in all ? waiting[...] : waiting.prefix(1) { threads[thread].state = .wants(lock: index) }
  }

  private func waits(_ thread: Int, on lock: Int) -> Bool {
    if case .waits(lock, _, _) = threads[thread].state { true } else { false }
  }

  // MARK: Time

  var now: Duration { time }

  func sleep(until deadline: Duration) {
    guard !isInspecting else { return }
    recorder?.intends(current, { "sleep until \(deadline)" }, &threads)
    if deadline > time { threads[current].state = .sleeps(until: deadline) }
    recorder?.did(current, .sleep, 0, { "sleep until \(deadline)" }, self)
    yield(isPrivate: false)
    footprint = .everything
  }

  // MARK: Threads

  func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    start(DirectedThread(name: name, isDeclared: false, isWorker: false, state: .ready, body: body))
    guard phase == .running else { return }
    yield(isPrivate: false)
    footprint = .everything
  }

  @discardableResult
  func start(_ thread: DirectedThread) -> Int {
    var thread = thread
    startedThreads += 1
    thread.number = startedThreads
    if thread.job?.owner != .actor {
      recorder?.did(current, .note, 0, { "starts \(thread.name)" }, self)
    }
    if let free = threads.firstIndex(where: { $0.hasEnded && $0.name == thread.name }), free > 0 {
      threads[free] = thread
      return free
    }
    precondition(
      threads.count < 64,
      "The scenario '\(scenario.name)' has more than 63 threads. Explore a smaller one.")
    threads.append(thread)
    return threads.count - 1
  }

  /// Starts a worker that does what the employer has to do, and ends.
  ///
  /// A pool that keeps its workers would show nothing that this does not show,
  /// and add its own steps to every schedule.
  func startWorker(_ body: @escaping @Sendable () -> Void) {
    var number = 1
    while threads.contains(where: { !$0.hasEnded && $0.name == "worker \(number)" }) { number += 1 }
    start(
      DirectedThread(name: "worker \(number)", isDeclared: false, isWorker: true, state: .ready, body: body))
  }

  var workers: any Workers { directedWorkers }

  func adopt(_ queue: MiniOperationQueue) {
    if !isInspecting { queues.append(queue) }
  }

  func report(_ misuse: Misuse) { find(.misuse, misuse.message) }

  func report(misuse message: String) { find(.misuse, message) }
}

/// Workers that are threads of the schedule.
final class DirectedWorkers: Workers {
  private unowned let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  func bring(to employer: any Employer) {
    engine.startWorker { [self] in
      while employer.employ(for: .untilIdle, sentBy: self) {}
    }
  }
}
