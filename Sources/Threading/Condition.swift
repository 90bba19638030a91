/// A lock on which threads can wait until another thread signals a change.
///
/// Use it where a thread has nothing to do until then: a worker without work, a
/// mailbox without mail. Always wait in a loop that checks the data again,
/// because a wait may end without a wake-up:
///
///     condition.withLock {
///       while mailbox.isEmpty { condition.wait() }
///       return mailbox.removeFirst()
///     }
///
/// It does what `NSCondition` does, and the Explorer can see it.
public final class Condition: Sendable {
  private let system = SystemCondition()
  private let id = ResourceID()
  private let owner: LockOwner

  /// What thread tables call this condition.
  public let name: String

  /// Makes a condition that no thread holds.
  public convenience init(name: String = "a condition") { self.init(name: name, owner: .program) }

  package init(name: String, owner: LockOwner) {
    self.name = name
    self.owner = owner
  }

  /// Acquires the lock; blocks while another thread holds it.
  public func lock() {
    if let director = Direction.current {
      director.perform(.acquire(owner, isRecursive: owner == .program), on: id.value) { name }
    } else {
      Direction.strangerTouches(id, "lock \(name)")
      system.lock()
    }
  }

  /// Releases the lock.
  public func unlock() {
    if let director = Direction.current {
      director.perform(.release(owner), on: id.value) { name }
    } else {
      system.unlock()
    }
  }

  /// Runs `body` while the calling thread holds the lock.
  @inlinable
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Releases the lock, sleeps until another thread signals, and acquires the lock again.
  public func wait() {
    if let director = Direction.current {
      director.perform(.wait(owner, until: nil, mayLastForever: false), on: id.value) { name }
    } else {
      system.wait()
    }
  }

  /// Waits as ``wait()`` does; waiting forever is not reported as a deadlock, because a mailbox may stay
  /// empty.
  package func waitForWork() {
    if let director = Direction.current {
      director.perform(.wait(owner, until: nil, mayLastForever: true), on: id.value) { name }
    } else {
      system.wait()
    }
  }

  /// Waits as ``wait()`` does, at most until `deadline` on `time`; false when that came first.
  public func wait(until deadline: Duration, on time: any Timekeeper = SystemTime()) -> Bool {
    time.wait(on: self, until: deadline)
  }

  /// Wakes one of the threads that wait.
  public func signal() {
    if let director = Direction.current {
      director.perform(.wakeOne(owner), on: id.value) { name }
    } else {
      Direction.strangerTouches(id, "signal \(name)")
      system.signal()
    }
  }

  /// Wakes all the threads that wait.
  public func broadcast() {
    if let director = Direction.current {
      director.perform(.wakeAll(owner), on: id.value) { name }
    } else {
      Direction.strangerTouches(id, "broadcast \(name)")
      system.broadcast()
    }
  }

  fileprivate func waitOnSystemTime(until deadline: Duration) -> Bool {
    if let director = Direction.current {
      return director.perform(.wait(owner, until: deadline, mayLastForever: false), on: id.value) { name }
    }
    return system.wait(until: deadline)
  }
}

extension SystemTime {
  /// Waits on `condition`, whose lock the caller holds.
  public func wait(on condition: Condition, until deadline: Duration) -> Bool {
    condition.waitOnSystemTime(until: deadline)
  }
}
