/// Says what time it is, and lets threads sleep until later.
///
/// Code that waits asks a timekeeper instead of the system, so that a test can
/// hand it ``VirtualTime`` and decide when a second has passed.
public protocol Timekeeper: Sendable {
  /// The time since some fixed moment. Only differences mean anything.
  var now: Duration { get }

  /// Returns when `now` has reached `deadline`.
  func sleep(until deadline: Duration)

  /// Waits on `condition`, whose lock the caller holds; false when the deadline came first.
  func wait(on condition: Condition, until deadline: Duration) -> Bool
}

extension Timekeeper {
  /// Returns when `duration` has passed.
  public func sleep(for duration: Duration) { sleep(until: now + duration) }
}

/// The machine's own time, which runs on by itself.
///
/// Under the Explorer it stands still while any thread can run, and jumps when all of them wait.
public struct SystemTime: Timekeeper {
  /// Makes a timekeeper; all of them tell the same time.
  public init() {}

  /// The time since the machine started.
  public var now: Duration { Direction.current?.now ?? Platform.uptime }

  /// Returns when `now` has reached `deadline`.
  public func sleep(until deadline: Duration) {
    if let director = Direction.current { return director.sleep(until: deadline) }
    let condition = SystemCondition()
    condition.lock()
    while condition.wait(until: deadline) {}
    condition.unlock()
  }
}

/// A time that passes only when the program advances it.
///
///     let time = VirtualTime()
///     // … a thread calls time.sleep(for: .seconds(4)) …
///     time.advance(by: .seconds(4))   // and it resumes at once
public final class VirtualTime: Timekeeper {
  private struct State {
    var now = Duration.zero
    var sleepers: [(deadline: Duration, condition: Condition)] = []
  }

  private let state = Locked(State())
  private let changed = Condition(name: "virtual time", owner: .framework)

  /// Makes a timekeeper that begins at zero.
  public init() {}

  /// The time that has been advanced so far.
  public var now: Duration { state.withLock { $0.now } }

  /// How many threads sleep on this time; lets a test wait until they do.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Lets time pass and wakes every thread whose deadline has come.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "Time cannot be advanced by \(duration): it goes forward only.")
    let due = state.withLock { state in
      state.now += duration
      defer {
        // Removed here, so that `sleeperCount` excludes threads that are already due.
        state.sleepers.removeAll { $0.deadline <= state.now }
      }
      return state.sleepers.filter { $0.deadline <= state.now }.map(\.condition)
    }
    // Each is locked before it is signalled: a sleeper that has read the time but
    // does not sleep yet holds that lock, and would miss the signal.
    for condition in due { condition.withLock { condition.broadcast() } }
  }

  /// Returns when this many threads sleep on this time.
  public func waitForSleepers(_ count: Int) {
    changed.withLock {
      while sleeperCount < count { changed.wait() }
    }
  }

  /// Returns when ``advance(by:)`` has brought `now` to `deadline`.
  public func sleep(until deadline: Duration) {
    let condition = Condition(name: "virtual sleep")
    condition.withLock {
      while wait(on: condition, until: deadline) {}
    }
  }

  /// Waits on `condition`, whose lock the caller holds; false when the deadline came first.
  public func wait(on condition: Condition, until deadline: Duration) -> Bool {
    let isEarly = state.withLock { state in
      guard state.now < deadline else { return false }
      state.sleepers.append((deadline, condition))
      return true
    }
    guard isEarly else { return false }
    changed.withLock { changed.broadcast() }
    condition.wait()
    return state.withLock { state in
      let mine = state.sleepers.firstIndex { $0.condition === condition && $0.deadline == deadline }
      if let mine { state.sleepers.remove(at: mine) }
      return state.now < deadline
    }
  }
}
