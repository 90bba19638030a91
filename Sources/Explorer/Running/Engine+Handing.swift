import MiniOperations

// How the baton goes from one thread to the next.

extension Engine {
  /// The threads that can continue now, a bit for each.
  private var able: UInt64 {
    threads.obstructed == 0 ? threads.ready : threads.ready | threadsPastObstacles
  }

  /// The threads that find open what they want or await.
  private var threadsPastObstacles: UInt64 {
    var set: UInt64 = 0
    for index in threads.indices where threads.obstructed >> UInt64(index) & 1 == 1 && isFree(index) {
      set |= 1 << UInt64(index)
    }
    return set
  }

  private func isFree(_ index: Int) -> Bool {
    switch threads[index].state {
    case .wants(let lock): resources[lock].holder == nil
    case .awaits: threads[index].isOpen?() ?? true
    case .declared, .ready, .waits, .suspended, .sleeps, .ended: false
    }
  }

  /// Ends the step that the calling thread has made and returns the thread that continues, nil if none can.
  ///
  /// - Parameter affectsNone: Whether the next step affects no other thread.
  func next(isPrivate affectsNone: Bool) -> Int? {
    // A check after every step sees each step.
    let isPrivate = affectsNone && !checksAlways
    control.reachPoint()
    steps += 1
    if steps > settings.maxSteps { stop(.livelock, livelockMessage) }
    points += 1
    control.progress.store(points, ordering: .relaxed)
    mix(UInt64(current))
    var able = able
    if !isPrivate { endStep(canGoOn: able >> UInt64(current) & 1 == 1) }
    while able == 0 {
      guard passTime() else { return nil }
      able = self.able
    }
    let canLastGoOn = able >> UInt64(current) & 1 == 1
    let early = early & ~able
    guard phase == .running, able & (able - 1) != 0 || early != 0 else {
      streak = 0
      return canLastGoOn ? current : able.trailingZeroBitCount
    }
    return decide(able, early, canLastGoOn, isPrivate)
  }

  private func decide(_ able: UInt64, _ early: UInt64, _ canLastGoOn: Bool, _ isPrivate: Bool) -> Int {
    decisions += 1
    let standard = standard(able, canLastGoOn)
    let decision = Decision(
      number: decisions, last: current, canLastGoOn: canLastGoOn, standard: standard, able: able,
      early: early,
      isPrivate: isPrivate && standard == current, signature: signature)
    let choice = withChooser { $0.choose(decision) }
    mix(choice, decision)
    // The default costs nothing, and the token leaves it out.
    if choice == decision.standard { return choice }
    note(choice, decision)
    if decision.isSurprise(choice) {
      surprises += 1
      threads[choice].isSurprised = true
    }
    if decision.cost(of: choice) > 0 {
      preemptions += 1
      recorder?.paused(current)
    }
    return choice
  }

  func mix(_ choice: Int, _ decision: Decision) { mix(UInt64(choice) << 8 | decision.able << 16) }

  /// Records a choice that was not the default, for the token.
  func note(_ choice: Int, _ decision: Decision) {
    let others = (decision.able | decision.early) & ~(1 << UInt64(decision.standard))
    let place = (others & ((1 << UInt64(choice)) &- 1)).nonzeroBitCount + 1
    deviations.append(Deviation(decision: decision.number, choice: place))
    token.append(deviations[deviations.count - 1])
  }

  /// The last thread as long as it can continue, else the first that can.
  ///
  /// A thread that loops while others could run makes no progress by itself:
  /// after a while the next one becomes the default.
  private func standard(_ able: UInt64, _ canLastGoOn: Bool) -> Int {
    streak = canLastGoOn ? streak + 1 : 0
    if canLastGoOn && streak < settings.patience { return current }
    if canLastGoOn { streak = 0 }
    let later = able & ~((2 << UInt64(current)) &- 1)
    return canLastGoOn && later != 0 ? later.trailingZeroBitCount : able.trailingZeroBitCount
  }

  /// Hands the baton over if another thread is next, and blocks the calling thread until it returns.
  func yield(isPrivate: Bool) {
    guard let next = next(isPrivate: isPrivate) else { return standStill() }
    guard next != current else { return }
    let lane = threads[current].lane!
    let me = current
    hand(to: next)
    lane.baton.take()
    control.reachPoint()
    assert(current == me)
  }

  private func hand(to next: Int) {
    switches += 1
    handOvers += 1
    current = next
    if let lane = threads[next].lane { return lane.baton.give() }
    let lane = freeLanes.popLast() ?? newLane()
    threads[next].lane = lane
    lane.baton.give()
  }

  private func newLane() -> Lane {
    Lane(on: core, of: control.crew) { [self] lane in
      Direction.direct(by: self)
      runBodies(on: lane)
    }
  }

  /// Runs the threads whose turn comes while this lane's stack is empty, then hands the baton over.
  ///
  /// A lane whose thread has ended continues with another that has not begun,
  /// so if no thread is preempted, nothing is handed over at all. The driver's
  /// lane returns at the end of the schedule, and runs only declared threads:
  /// others may still wait for work then, and would keep it.
  func runBodies(on lane: Lane) {
    var isArriving = lane !== driver
    while true {
      if !isArriving {
        guard let next = next(isPrivate: false) else { return comeToAnEnd(on: lane) }
        let begins = threads[next].lane == nil && (lane !== driver || threads[next].isDeclared)
        guard begins else {
          // Free before the baton is handed over: the next thread may need a lane at once.
          if lane !== driver { freeLanes.append(lane) }
          hand(to: next)
          if lane === driver {
            lane.baton.take()
          }
          return
        }
        if next != current { switches += 1 }
        current = next
        threads[next].lane = lane
      }
      isArriving = false
      runBody()
    }
  }

  /// Runs a thread's body, and releases what it captured while the baton is still held.
  private func runBody() {
    footprint = Footprint()
    if !threads[current].isWorker { goOnUnseen() }
    if threads[current].job != nil { beginJob() }
    // In a scope of its own: the body may hold the last reference to a mailbox,
    // whose release acquires locks. The thread must still be registered then.
    do {
      let body = threads[current].body.take()
      body?()
    }
    control.reachPoint()
    threads[current].lane = nil
    threads.set(current, to: .ended)
    if threads[current].job != nil { endJob() }
  }

  private func comeToAnEnd(on lane: Lane) {
    checkForDeadlock()
    if lane !== driver {
      freeLanes.append(lane)
      handOvers += 1
      driver.baton.give()
    }
  }

  /// No thread can continue, not even the calling one.
  private func standStill() {
    checkForDeadlock()
    let lane = threads[current].lane!
    // Only threads that wait for work are left: the driver closes the schedule.
    let me = current
    handOvers += 1
    driver.baton.give()
    lane.baton.take()
    control.reachPoint()
    current = me
  }

  private func checkForDeadlock() {
    guard threads.contains(where: { !$0.hasEnded && !$0.mayWaitForever }) else { return }
    recorder?.stuck(self)
    if hasStrayJob { stop(.unseenBlock, strayJobMessage) }
    stop(.deadlock, deadlockMessage)
  }
}
