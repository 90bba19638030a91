import MiniOperations

/// A place that threads reach and others wait for, but not forever.
///
/// Two threads meet only if they run at the same time:
///
///     let meeting = Milestone()
///     // on both threads:
///     meeting.reach()
///     let met = meeting.wait(for: 2)
///
/// A wait gives up after some seconds and returns false. The limit is for wrong answers and measures nothing:
/// a right answer never reaches it.
public final class Milestone: @unchecked Sendable {
  // Unchecked: `reached` is touched while `condition` is locked.
  private let condition = Condition(name: "milestone")
  private var reached = 0

  /// Makes a milestone that no thread has reached.
  public init() {}

  /// How often it has been reached.
  public var count: Int { condition.withLock { reached } }

  /// Says that the calling thread is here.
  public func reach() {
    condition.withLock {
      reached += 1
      condition.broadcast()
    }
  }

  /// Waits until it has been reached so many times; false if that does not happen.
  ///
  /// - Parameters:
  ///   - count: How often it must be reached.
  ///   - stalls: Whether a wait in vain counts as a stall, after four of which an exercise is given up.
  @discardableResult
  public func wait(for count: Int = 1, stalls: Bool = true) -> Bool {
    condition.withLock {
      // Made when the first wait was in vain, because it reads the state of all threads.
      var patience: Patience?
      while reached < count && patience?.isOver != true {
        guard !condition.wait(until: SystemTime().now + .milliseconds(100)) else { continue }
        if patience == nil { patience = Patience(slices: 29) } else { patience?.spendOne() }
      }
      if reached < count && stalls { Patience.loseIt() }
      return reached >= count
    }
  }
}

/// Whether `body`, on a thread of its own, comes to its end.
///
/// When it does not, the thread stays behind; a requirement's process ends soon anyway.
public func returns(_ body: @escaping @Sendable () -> Void) -> Bool {
  let end = Milestone()
  Threads.start(named: "waiting") {
    body()
    end.reach()
  }
  return end.wait()
}

extension MiniOperation {
  /// Waits until the operation has finished; false if it does not.
  public func ends() -> Bool { returns { self.waitUntilFinished() } }
}

extension MiniOperationQueue {
  /// Waits until nothing is left in the queue; false if something stays.
  public func empties() -> Bool { returns { self.waitUntilAllOperationsAreFinished() } }
}
