import Threading

// How the baton goes from one thread to the next.

extension Engine {
  // MARK: The next thread

  /// Ends the running step and returns the thread that continues, nil if none can.
  ///
  /// A step that affects no other thread is one with the step after it, so its thread must be able to go on.
  ///
  /// - Parameter affectsNone: Whether the calling thread's next step affects no other thread.
  private func next(isPrivate affectsNone: Bool) -> Int? {
    // A check after every step sees each step. A holder's step may end with the release of its lock or with a
    // wait for a signal, before which there is no other point.
    let isPrivate =
      affectsNone && !inspection.checksAlways && threads[current].sharedLocks == 0 && !mayBeCancelled
    countStep()
    var runnable = runnable
    let canGoOn = runnable.contains(current)
    assert(canGoOn || !affectsNone)
    if !isPrivate { endStep(canGoOn: canGoOn) }
    while runnable.isEmpty {
      guard clock.advanceToNextDeadline(of: threads, after: record.events) || releaseLoops() else {
        return nil
      }
      runnable = self.runnable
    }
    return choose(among: runnable, canGoOn: canGoOn, isPrivate)
  }

  @inline(__always)
  private func countStep() {
    control.reachPoint()
    record.countStep()
    if record.steps > maxSteps { stop(.livelock, livelockMessage) }
    control.countPoint()
    record.mix(UInt64(current))
  }

  /// The threads that can continue now.
  private var runnable: ThreadSet {
    threads.obstructed.isEmpty ? threads.ready : threads.ready.union(pastObstacles)
  }

  /// The obstructed threads whose lock is free now, or whose condition is true.
  private var pastObstacles: ThreadSet {
    var set = ThreadSet()
    for index in threads.obstructed where isFree(index) { set.insert(index) }
    return set
  }

  private func isFree(_ index: Int) -> Bool {
    switch threads[index].state {
    case .wants(let lock): resources[lock].holder == nil
    case .awaits: threads[index].isOpen?() ?? true
    case .declared, .ready, .waits, .suspended, .sleeps, .ended: false
    }
  }

  /// The thread that continues; the chooser decides only where there is a choice.
  ///
  /// - Parameter canGoOn: Whether the last thread can continue without any time having passed: if it had to
  ///   wait, letting another thread that woke with it run first is no preemption.
  private func choose(among runnable: ThreadSet, canGoOn: Bool, _ isPrivate: Bool) -> Int {
    let early = phase == .running ? surprises.early(in: threads).subtracting(runnable) : ThreadSet()
    guard phase == .running, runnable.hasSeveral || !early.isEmpty else {
      defaultChoice.restart()
      return canGoOn ? current : runnable.first
    }
    let number = record.countDecision()
    let standard = defaultChoice.thread(
      in: runnable, after: canGoOn ? current : nil, patience: settings.patience)
    let decision = Decision(
      number: number, last: current, canLastGoOn: canGoOn, standard: standard, able: runnable.bits,
      early: early.bits, isPrivate: isPrivate && standard == current, signature: record.signature)
    let choice = withChooser { $0.choose(decision) }
    keep(choice, in: decision)
    return choice
  }

  /// Records a choice; the default costs nothing, and the token leaves it out.
  @inline(__always)
  func keep(_ choice: Int, in decision: Decision) {
    record.mix(UInt64(choice) << 8 | decision.able << 16)
    if choice != decision.standard { deviate(to: choice, in: decision) }
  }

  private func deviate(to choice: Int, in decision: Decision) {
    token.append(record.deviate(to: choice, in: decision))
    if decision.isSurprise(choice) {
      surprises.happened()
      if !decision.isPick { threads[choice].isSurprised = true }
    }
    if decision.cost(of: choice) > 0 {
      record.countPreemption()
      recorder?.paused(current)
    }
  }

  // MARK: The end of a step

  private func endStep(canGoOn: Bool) {
    guard phase == .running else { return footprint = Footprint() }
    if followsSteps { reportStep(canGoOn: canGoOn) }
    record.countEvent()
    footprint = Footprint()
    threads[current].endStep()
    if inspection.isWanted { inspect() }
  }

  private func reportStep(canGoOn: Bool) {
    var obstacle: UInt64 = 0
    switch threads[current].state {
    case .wants(let resource), .waits(let resource, _, _, _), .awaits(let resource, _):
      obstacle = canGoOn ? 0 : resources[resource].bit | threads[current].loop
    case .suspended: obstacle = resources[resources.index(of: tasks.jobs.value)].bit
    case .declared, .ready, .sleeps, .ended: break
    }
    if mayBeCancelled { readCancellation() }
    // A check after every step sees the order even of uncontrolled threads.
    if inspection.checksAlways || resources.notes.isCrowded { footprint = .everything }
    let step = EndedStep(
      thread: current, footprint: footprint, canGoOn: canGoOn, obstacle: obstacle,
      enabler: threads[current].enabler, wokenAt: threads[current].wokenAt,
      isSurprise: threads[current].isSurprised, took: threads[current].took,
      hasAwaited: threads[current].hasAwaited)
    withChooser { $0.stepEnded(step) }
  }

  /// Lets the scenario's checks and watches look at its objects, where that is possible.
  ///
  /// While one of the framework's locks is held, a value is half changed, by a thread that is in the middle
  /// of it.
  private func inspect() {
    guard let stage = inspection.stage, resources.heldInFramework == 0, finding == nil else {
      return
    }
    inspection.isRunning = true
    see(false)
    RaceDetector.inspecting {
      // Inside a critical section a value may be half changed, and rightly so.
      if resources.heldInProgram == 0 { stage.checkAlways() }
      recorder?.watched(stage.watchedValues())
    }
    control.reachPoint()
    see(true)
    inspection.isRunning = false
  }

  // MARK: Handing the baton over

  /// Hands the baton over if another thread is next, and blocks the calling thread until it returns.
  ///
  /// - Parameter isPrivate: Whether the calling thread's next step affects no other thread.
  func yield(isPrivate: Bool) {
    guard let next = next(isPrivate: isPrivate) else { return blockForever() }
    guard next != current else { return }
    let lane = threads[current].lane!
    let me = current
    hand(to: next)
    lane.baton.take()
    control.reachPoint()
    assert(current == me)
  }

  private func hand(to next: Int) {
    record.countSwitch()
    threads.current = next
    if threads[next].lane == nil { threads[next].lane = lanes.take(else: newLane) }
    lanes.give(to: threads[next].lane!)
  }

  private func newLane() -> Lane {
    Lane(on: lanes.core, of: control.threads) { [self] lane in
      enterLane()
      runBody()
      runBodies(on: lane)
      // Nothing of the engine is touched here: the baton is with another thread.
    }
  }

  /// Runs threads that begin while this lane's stack is empty, and hands the baton over when another is next.
  ///
  /// A lane whose thread has ended continues with another that has not begun, so if no thread is preempted,
  /// nothing is handed over at all. The driver's lane returns at the end of the schedule, and runs only
  /// declared threads: others may still wait for work then, and would keep it.
  func runBodies(on lane: Lane) {
    let isDriver = lane === lanes.driver
    while true {
      guard let next = next(isPrivate: false) else { return finishSchedule(on: lane) }
      let begins = threads[next].lane == nil && (!isDriver || threads[next].isDeclared)
      guard begins else {
        // Free before the baton is handed over: the next thread may need a lane at once. Its memory is no
        // longer seen from here on, because the engine may be gone before this function has returned.
        if !isDriver { RaceDetector.leave() }
        lanes.add(lane)
        hand(to: next)
        if isDriver { lane.baton.take() }
        return
      }
      if next != current { record.countSwitch() }
      threads.current = next
      threads[next].lane = lane
      runBody()
    }
  }

  /// Runs a thread's body, and releases its captures while the baton is still held.
  private func runBody() {
    footprint = Footprint()
    if !threads[current].isWorker { assumeUntrackedWrites() }
    if threads[current].job != nil { beginJob() }
    // In a scope of its own: the body may hold the last reference to a mailbox,
    // whose release acquires locks. The thread must still be registered then.
    do {
      let body = threads[current].body.take()
      RaceDetector.become(current, runsJob: threads[current].job != nil)
      body?()
    }
    RaceDetector.end()
    control.reachPoint()
    leaveLoop()
    threads[current].lane = nil
    threads.set(current, to: .ended)
    if threads[current].job != nil { endJob() }
  }

  // MARK: No thread is next

  /// No thread can continue, and the calling one has no more to do: the driver closes the schedule.
  private func finishSchedule(on lane: Lane) {
    checkForDeadlock()
    guard lane !== lanes.driver else { return }
    RaceDetector.leave()
    lanes.add(lane)
    lanes.give(to: lanes.driver)
  }

  /// No thread can continue, the calling one included: it only waits for work, and the driver closes the
  /// schedule.
  ///
  /// Closing may give it work after all.
  private func blockForever() {
    checkForDeadlock()
    let lane = threads[current].lane!
    let me = current
    lanes.give(to: lanes.driver)
    lane.baton.take()
    control.reachPoint()
    threads.current = me
  }

  private func checkForDeadlock() {
    guard threads.contains(where: { !$0.hasEnded && !$0.mayWaitForever }) else { return }
    recorder?.stuck(self)
    if hasStrayJob { stop(.unseenBlock, strayJobMessage) }
    if resources.notes.isBlind || memory.sharesLocks { stop(.unseenBlock, unseenWaitMessage) }
    stop(.deadlock, deadlockMessage)
  }
}
