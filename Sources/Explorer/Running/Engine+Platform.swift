import ExplorerHooks
import Threading

// What the program's threads ask of the platform: its locks are places to switch, like the package's own.

extension Engine {
  /// Carries out what a thread asks of the platform; the caller then does the same on the real lock.
  func asked(_ request: SightRequest) -> SightAnswer {
    // A lock of this package that is contended sleeps at the platform's.
    guard Direction.isCurrent(self) else { return .not }
    return entered {
      control.reachPoint()
      switch request.call {
      case .unseen:
        resources.notes.noteUndirected(String(cString: request.type), code: request.code)
        return .not
      case .misuse:
        let place = recorder?.mark(CallSite()) ?? ""
        report(misuse: lostContinuation(String(cString: request.type), place))
      case .task: _ = startTask(named: "a task")
      case .taskKnown:
        if let index = tasks.newcomer.take() { threads[index].job?.task = UnsafeRawPointer(request.object) }
      case .suspend, .end: stopped(request.object, hasEnded: request.call == .end)
      case .cancel: if !CancellationHandler.isCancelling { cancelsTask() }
      case .sleep: sleep(until: clock.now + Deadline.from(now: request.timeout))
      default: return useObject(of: request)
      }
      return .done
    }
  }

  /// Carries out what concerns a lock of the platform, or another of its objects.
  private func useObject(of request: SightRequest) -> SightAnswer {
    let lock = resources.id(ofPlatform: request.number)
    guard !isInspecting else {
      if request.call == .lock { inspected(lock) }
      return .done
    }
    if request.loop == 0 { leaveLoop() }
    if let recorder { platformNames.note(request, lock, by: current, recorder) }
    let isDone = carryOut(request, on: lock)
    if recorder != nil, isDone, request.call == .lock { platformNames.take(lock, by: current) }
    return isDone ? .done : .late
  }

  /// - Returns: Whether it was done before the time-out.
  private func carryOut(_ request: SightRequest, on lock: UInt64) -> Bool {
    func label() -> String { platformLabel(request, lock) }
    switch request.call {
    case .lock where request.use == .reading || request.use == .writing:
      return lockReadWrite(
        lock, isReading: request.use == .reading, until: deadline(of: request), label: label)
    case .lock where request.isForever:
      acquire(lock, of: .program, isRecursive: request.use == .again, label: label)
    case .lock:
      return tryToAcquire(
        lock, isRecursive: request.use == .again, until: request.timeout == 0 ? nil : deadline(of: request),
        label: label)
    case .unlock where request.use == .writing: unlockReadWrite(lock, label: label)
    case .unlock: release(lock, of: .program, label: label)
    case .wait:
      return wait(
        on: lock, releasing: resources.id(ofPlatform: request.released), of: .program,
        until: deadline(of: request), mayLastForever: false, label: label)
    case .signal: wake(lock, of: .program, all: false, label: label)
    case .broadcast: wake(lock, of: .program, all: true, label: label)
    case .await:
      nonisolated(unsafe) let request = request
      return self.await(lock, until: deadline(of: request), label: label) {
        request.isOpen?(request.object) ?? true
      }
    case .count: reach(.count, on: lock) { "signal \(label())" }
    case .follow:
      for follower in followers.removeValue(forKey: lock) ?? [] { follower() }
    case .apply: apply(request, on: lock)
    case .after:
      nonisolated(unsafe) let thread = request.object
      let deadline = clock.now + Deadline.from(now: request.timeout)
      startThread(named: "a timer", mayRunFirst: false) { [unowned self] in
        sleep(until: deadline)
        sightRunThread(thread)
      }
    case .thread:
      nonisolated(unsafe) let thread = request.object
      startThread(named: "thread", mayRunFirst: true) { sightRunThread(thread) }
    case .read, .write:
      if request.isWeak, phase == .running { resources.notes.hasWeakAtomics = true }
      waitInLoop(request, on: lock)
      reach(request.call == .read ? .read : .write, on: lock) {
        "\(request.call == .read ? "read" : "change") \(label())"
      }
    case .make, .sleep, .unseen, .misuse, .task, .taskKnown, .suspend, .end, .cancel: break
    }
    return true
  }

  private func deadline(of request: SightRequest) -> Duration? {
    request.isForever ? nil : clock.now + Deadline.from(now: request.timeout)
  }

  // MARK: Locks for reading and writing

  private func lockReadWrite(
    _ lock: UInt64, isReading: Bool, until deadline: Duration?, label: () -> String
  ) -> Bool {
    let index = resources.index(of: lock)
    let isOpen: @Sendable () -> Bool = { [unowned self] in
      resources[index].holder == nil && (isReading || resources[index].readers.isEmpty)
    }
    if deadline != nil { resources.notes.triedLock(resources[index].name) }
    block(at: index, lock, until: deadline, to: "lock", label, isOpen)
    guard isOpen() else {
      use(index, isWrite: false)
      recorder?.did(current, .lock, lock, { "do not get \(label())" }, self)
      return false
    }
    if isReading {
      use(index, isWrite: true)
      resources[index].readers.append(current)
      if settings.findsDataRaces { memory.acquireClock(at: index, current) }
    } else {
      hold(index, depth: 1, .program)
      if settings.findsDataRaces { memory.acquireClock(at: Engine.clockOfReaders(index), current) }
    }
    recorder?.did(current, .lock, lock, { "lock \(label()) for \(isReading ? "reading" : "writing")" }, self)
    return true
  }

  private func unlockReadWrite(_ lock: UInt64, label: () -> String) {
    let index = resources.index(of: lock)
    guard resources[index].readers.contains(current) else {
      return release(lock, of: .program, label: label)
    }
    pauseBeforeUnlock(index, label)
    use(index, isWrite: true)
    resources[index].readers.remove(at: resources[index].readers.firstIndex(of: current)!)
    // What a reader has done comes before the next writer, and not before the next reader.
    if settings.findsDataRaces { memory.releaseClock(at: Engine.clockOfReaders(index), current) }
    recorder?.did(current, .lock, lock, { "unlock \(label())" }, self)
    yield(isPrivate: !isSuspicious)
    assumeUntrackedWrites()
  }

  private static func clockOfReaders(_ index: Int) -> Int { index | 1 << 40 }

  private func platformLabel(_ request: SightRequest, _ lock: UInt64) -> String {
    platformNames.label(of: lock, usedBy: current) ?? "a \(String(cString: request.type))"
  }
}

/// The runtime's report of a continuation that nothing will resume, in a sentence.
private func lostContinuation(_ report: String, _ place: String) -> String {
  let function = report.firstMatch(of: #/MISUSE: (.+?) leaked/#).map { "The continuation of \($0.1)" }
  return "\(function ?? "A continuation") was released\(place) without having been resumed: its task waits "
    + "forever. Resume it exactly once on every path."
}

extension SightRequest {
  fileprivate var isForever: Bool { timeout < 0 }
}
