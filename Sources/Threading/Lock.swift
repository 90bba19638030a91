import Synchronization

/// A lock as small as a number, for critical sections of a few lines.
///
/// Every operation has one, so it must cost nearly nothing: no memory besides
/// its word and its id, no system call unless two threads really meet. Never
/// call an observer, a block or anything else of the user's while holding it.
@usableFromInline
package struct Lock: ~Copyable, Sendable {
  @usableFromInline
  enum Word {
    @inlinable static var free: UInt32 { 0 }
    @inlinable static var held: UInt32 { 1 }
    @inlinable static var heldAndWanted: UInt32 { 2 }
  }

  @usableFromInline let word: Atomic<UInt32>
  @usableFromInline package let id: ResourceID

  @inlinable
  package init() {
    word = Atomic(Word.free)
    id = ResourceID()
  }

  /// Runs `body` while no other thread is in a `withLock` of this lock.
  @inlinable
  package borrowing func withLock<Result: ~Copyable>(
    _ label: @autoclosure () -> String = "a lock", _ body: () throws -> Result
  ) rethrows -> Result {
    // Checked once for both ends: a thread that is directed at one end is directed at the other.
    let isDirected = Direction.isOn && acquireFromDirector(label)
    if !isDirected { takeWord() }
    defer { if isDirected { _ = releaseToDirector() } else { giveWordBack() } }
    return try body()
  }

  @inlinable
  package borrowing func lock(_ label: @autoclosure () -> String = "a lock") {
    if Direction.isOn, acquireFromDirector(label) { return }
    takeWord()
  }

  @inlinable
  package borrowing func unlock() {
    if Direction.isOn, releaseToDirector() { return }
    giveWordBack()
  }

  /// Asks the thread's director for the lock, if it has one.
  ///
  /// It lets one thread go at a time, so its word is enough. Not inlined, nor is
  /// its counterpart, so that one load and one jump remain in an undirected program.
  @inline(never)
  @usableFromInline
  borrowing func acquireFromDirector(_ label: () -> String) -> Bool {
    guard let director = Direction.current else {
      Direction.strangerTouches(id, label())
      return false
    }
    director.perform(.acquire(.framework, isRecursive: false), on: id.value, label: label)
    return true
  }

  @inline(never)
  @usableFromInline
  borrowing func releaseToDirector() -> Bool {
    guard let director = Direction.current else { return false }
    director.perform(.release(.framework), on: id.value) { "a lock" }
    return true
  }

  /// Runs `body` under the lock without notifying the director; see ``ProcessWide``.
  @inlinable
  package borrowing func withWord<Result>(_ body: () throws -> Result) rethrows -> Result {
    takeWord()
    defer { giveWordBack() }
    return try body()
  }

  @inlinable
  borrowing func takeWord() {
    if !take() { lockSlowly() }
  }

  @inlinable
  borrowing func giveWordBack() {
    if word.exchange(Word.free, ordering: .releasing) == Word.heldAndWanted { wakeOne() }
  }

  @usableFromInline
  @inline(never)
  borrowing func wakeOne() { ParkingLot.wakeOne(id.value) }

  @inlinable
  borrowing func take() -> Bool {
    word.compareExchange(
      expected: Word.free, desired: Word.held,
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Tries a little longer, because the holder is only a few lines from the end, then sleeps.
  @usableFromInline
  @inline(never)
  borrowing func lockSlowly() {
    for _ in 0..<1000 where word.load(ordering: .relaxed) == Word.free {
      if take() { return }
    }
    // From here on the word records that a thread waits, even if this thread gets
    // the lock at once: it cannot know whether others sleep. One wake too many
    // is harmless, one too few is a thread that sleeps forever.
    while word.exchange(Word.heldAndWanted, ordering: .acquiring) != Word.free {
      ParkingLot.sleep(on: id.value) { word.load(ordering: .relaxed) == Word.heldAndWanted }
    }
  }
}

/// A value and the lock that guards it: there is no way to the one without the other.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched in `withLock` only. So is its exclusivity, which the lock guarantees.
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// A value that belongs to the whole process, behind a lock that no director sees.
///
/// Directed threads share it with others that are not directed. Nothing is
/// reached, waited for or called while it is locked, so no order of two threads
/// there could ever matter to a scenario.
@usableFromInline
package final class ProcessWide<Value>: @unchecked Sendable {
  // Unchecked: `value` is touched in `withLock` only. So is its exclusivity, which the lock guarantees.
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }

  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withWord { try body(&value) }
  }
}

/// Where threads sleep that wait for a ``Lock``.
///
/// A lock is one word and has no room for a list of the threads that want it.
/// Those lists are kept here, found by the lock's number. The idea is older than
/// Swift: it is how an operating system's futex works.
enum ParkingLot {
  private final class Row: @unchecked Sendable {
    // Unchecked: `waiting` is touched while `gate` is locked.
    let gate = SystemCondition()
    var waiting: [(lock: UInt64, thread: Parker)] = []
  }

  private static let rows = (0..<64).map { _ in Row() }

  private static func row(of lock: UInt64) -> Row { rows[Int(lock % UInt64(rows.count))] }

  /// Sleeps until ``wakeOne(_:)`` names this lock, unless `isStillHeld` turns out false.
  ///
  /// The check is made where no wake-up can be lost between the answer and the sleep.
  static func sleep(on lock: UInt64, while isStillHeld: () -> Bool) {
    Direction.withoutDirector {
      let row = row(of: lock)
      let parker = ThreadLocals.current.parker
      row.gate.lock()
      guard isStillHeld() else { return row.gate.unlock() }
      row.waiting.append((lock, parker))
      row.gate.unlock()
      parker.sleep()
    }
  }

  /// Wakes the thread that has slept longest on this lock, if there is one.
  static func wakeOne(_ lock: UInt64) {
    Direction.withoutDirector {
      let row = row(of: lock)
      row.gate.lock()
      let first = row.waiting.firstIndex { $0.lock == lock }
      let thread = first.map { row.waiting.remove(at: $0).thread }
      row.gate.unlock()
      thread?.wake()
    }
  }
}

/// One thread's place to sleep: a wake-up that comes before the sleep is not lost.
final class Parker: @unchecked Sendable {
  // Unchecked: `isAwake` is touched while `condition` is locked.
  private let condition = SystemCondition()
  private var isAwake = false

  func sleep() {
    condition.lock()
    while !isAwake { condition.wait() }
    isAwake = false
    condition.unlock()
  }

  func wake() {
    condition.lock()
    isAwake = true
    condition.signal()
    condition.unlock()
  }
}
