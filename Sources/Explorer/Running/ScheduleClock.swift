/// The time of a schedule, which passes only when no thread can run, or when a wait ends earlier than it
/// must.
struct ScheduleClock {
  private(set) var now = Duration.zero

  /// Advances to when the next thread wakes; false if none will.
  ///
  /// - Parameter steps: How many steps have ended.
  mutating func advanceToNextDeadline(of threads: DirectedThreads, after steps: Int) -> Bool {
    guard let next = threads.lazy.compactMap(\.deadline).min() else { return false }
    advance(to: next, waking: threads, after: steps)
    return true
  }

  /// Advances to at least `moment`, and wakes all threads that are due.
  mutating func advance(to moment: Duration, waking threads: DirectedThreads, after steps: Int) {
    now = max(now, moment)
    for index in threads.indices {
      guard let deadline = threads[index].deadline, deadline <= now, !threads[index].isSurprised else {
        continue
      }
      threads[index].wokenAt = steps
      if case .waits(_, let lock, _, _) = threads[index].state {
        threads[index].isTimedOut = true
        threads.set(index, to: .wants(lock: lock))
      } else {
        threads.set(index, to: .ready)
      }
    }
  }
}
