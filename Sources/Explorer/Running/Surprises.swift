/// Waits that end earlier than they must: which ones could, and how many did in this schedule.
///
/// A time-out may come before other threads have run, and so may the end of a sleep; a wait may end without a
/// signal, and a signal may wake a thread other than the one that has waited longest.
struct Surprises {
  private let limit: Int
  private(set) var count = 0
  /// Whether another one was possible in any schedule, and the limit was reached.
  private(set) var wereLacking = false
  /// The threads whose last wait or sleep could end before it must.
  private var possible = ThreadSet()

  init(limit: Int) { self.limit = limit }

  mutating func restart() { (count, possible) = (0, ThreadSet()) }

  /// Notes whether the wait that a thread begins may end before it must.
  mutating func set(_ thread: Int, mayEndEarly: Bool) {
    if mayEndEarly { possible.insert(thread) } else { possible.remove(thread) }
  }

  /// The threads whose wait or sleep may end now although it need not.
  @inline(__always)
  mutating func early(in threads: DirectedThreads) -> ThreadSet {
    possible.isEmpty ? ThreadSet() : waiting(in: threads)
  }

  @inline(never)
  private mutating func waiting(in threads: DirectedThreads) -> ThreadSet {
    var set = ThreadSet()
    for thread in possible where threads[thread].isWaiting { set.insert(thread) }
    return set.isEmpty || mayHappen() ? set : ThreadSet()
  }

  /// Whether another one may happen; called where it could.
  mutating func mayHappen() -> Bool {
    if count < limit { return true }
    wereLacking = true
    return false
  }

  mutating func happened() { count += 1 }
}
