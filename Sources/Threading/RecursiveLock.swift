import Synchronization

/// A lock that the thread holding it may take again.
///
/// It is what the documents call `NSRecursiveLock`: `start()` takes it and calls
/// `finish()`, which takes it too. A learner's class uses this one instead of
/// Foundation's because the Explorer can see it, and so can try every order in
/// which two threads might get it.
///
/// A recursive lock forgives calling oneself. It does not forgive calling
/// *others* while holding it: an observer that takes a second lock is the
/// classic way into a deadlock.
public final class RecursiveLock: @unchecked Sendable {
  // Unchecked: `depth` is touched by the holder only; `holder` is atomic.
  private let lockWord = Lock()
  private let holder = Atomic<UInt>(0)
  private var depth = 0

  /// What thread tables call this lock.
  public let name: String

  /// Makes a lock that no thread holds.
  public init(name: String = "a lock") { self.name = name }

  /// Takes the lock, once more if the calling thread holds it already.
  public func lock() {
    if let director = Direction.current {
      director.perform(.acquire(.program, isRecursive: true), on: lockWord.id.value) { name }
      return
    }
    Direction.strangerTouches(lockWord.id, "lock \(name)")
    let me = RecursiveLock.currentThread
    if holder.load(ordering: .relaxed) == me {
      depth += 1
    } else {
      lockWord.takeWord()
      holder.store(me, ordering: .relaxed)
      depth = 1
    }
  }

  /// Gives the lock back as many times as it was taken, the last of which frees it.
  public func unlock() {
    if let director = Direction.current {
      director.perform(.release(.program), on: lockWord.id.value) { name }
      return
    }
    precondition(
      holder.load(ordering: .relaxed) == RecursiveLock.currentThread,
      "'\(name)' was unlocked by a thread that does not hold it. Call unlock() where lock() was called.")
    depth -= 1
    guard depth == 0 else { return }
    holder.store(0, ordering: .relaxed)
    lockWord.giveWordBack()
  }

  /// Runs `body` while the calling thread holds the lock.
  @inlinable
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  private static var currentThread: UInt {
    ThreadLocals.withCurrent { UInt(bitPattern: ObjectIdentifier($0)) }
  }
}
