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
    let row = row(of: lock)
    let parker = ThreadLocals.current.parker
    row.gate.lock()
    guard isStillHeld() else { return row.gate.unlock() }
    row.waiting.append((lock, parker))
    row.gate.unlock()
    parker.sleep()
  }

  /// Wakes the thread that has slept longest on this lock, if there is one.
  static func wakeOne(_ lock: UInt64) {
    let row = row(of: lock)
    row.gate.lock()
    let first = row.waiting.firstIndex { $0.lock == lock }
    let thread = first.map { row.waiting.remove(at: $0).thread }
    row.gate.unlock()
    thread?.wake()
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
