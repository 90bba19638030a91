import MiniOperations

// What happens between two steps, and when there is no next one.

extension Engine {
  // MARK: The end of a step

  func endStep(canGoOn: Bool) {
    guard phase == .running else { return footprint = Footprint() }
    if followsSteps { tellChooser(canGoOn: canGoOn) }
    events += 1
    footprint = Footprint()
    threads[current].endStep()
    inspect { stage in
      // Inside a critical section a value may be half changed, and rightly so.
      if heldInProgram == 0 { stage.checkAlways() }
      recorder?.watched(stage.watchedValues())
    }
  }

  private func tellChooser(canGoOn: Bool) {
    var obstacle: UInt64 = 0
    switch threads[current].state {
    case .wants(let resource), .waits(let resource, _, _), .awaits(let resource, _):
      obstacle = canGoOn ? 0 : resources[resource].bit
    case .suspended: obstacle = resources[resources.index(of: tasks.jobs.value, reachedBy: current)].bit
    case .declared, .ready, .sleeps, .ended: break
    }
    // A check after every step sees the order even of uncontrolled threads.
    if checksAlways || resources.notes.isCrowded { footprint = .everything }
    let step = EndedStep(
      thread: current, footprint: footprint, canGoOn: canGoOn, obstacle: obstacle,
      enabler: threads[current].enabler, isWokenByTime: threads[current].isWokenByTime,
      isSurprise: threads[current].isSurprised, took: threads[current].took,
      hasAwaited: threads[current].hasAwaited)
    withChooser { $0.stepEnded(step) }
  }

  /// Lets closures of the scenario look at its objects, where that is possible.
  ///
  /// While one of the framework's locks is held, a value is half changed, by a
  /// thread that is in the middle of it.
  func inspect(_ look: (Stage) -> Void) {
    guard wantsInspection, heldInFramework == 0, finding == nil, let stage else { return }
    isInspecting = true
    look(stage)
    control.reachPoint()
    isInspecting = false
  }

  func mix(_ value: UInt64) { signature = (signature ^ value) &* 0x100_0000_01B3 }

  // MARK: The end of an engine

  /// Ends the exploration on this engine: its threads cannot continue, and nothing in Swift can unwind them.
  func stop(_ kind: Finding.Kind, _ message: String) -> Never {
    find(kind, message)
    retire()
    Engine.park()
  }

  /// Parks the threads that have begun and not ended, forever.
  func retire() {
    let parked = threads.dropFirst().filter { $0.lane != nil && !$0.hasEnded }.count
    control.retire(parkedThreads: parked)
  }

  /// Sleeps forever.
  static func park() -> Never {
    let unused = Baton()
    while true { unused.take() }
  }
}
