/// The steps of one schedule, and which of them happened before which.
///
/// Each step has a vector clock: for every thread, the last of its steps that
/// happened before this one. Happened before means: earlier in the same thread,
/// earlier and in conflict, or what let the thread continue.
final class Trace {
  struct Event {
    let thread: Int
    let footprint: Footprint
    /// The place in the search where the thread was chosen; nil where no other could continue.
    let node: Int?
    let enabler: Int?
    let took: Int?
    /// How many events there were when time passed and let the thread continue.
    let wokenAt: Int?
    let isSurprise: Bool
    let hasAwaited: Bool
    /// The same thread's previous event, or -1.
    var previous: Int32 = -1
  }

  private static let stride = 64
  private(set) var events: [Event] = []
  @exclusivity(unchecked) private var clocks: [Int32] = []
  @exclusivity(unchecked) private var last = [Int32](repeating: -1, count: Trace.stride)
  /// The last events of the threads before `fresh`.
  @exclusivity(unchecked) private var lastBefore = [Int32](repeating: -1, count: Trace.stride)
  @exclusivity(unchecked) private var threadCount = 0
  /// The first event whose races are not known yet.
  private(set) var fresh = 0

  var count: Int { events.count }

  func append(_ event: Event) {
    var event = event
    event.previous = last[event.thread]
    last[event.thread] = Int32(events.count)
    threadCount = max(threadCount, event.thread + 1)
    events.append(event)
    if clocks.count < events.count * Trace.stride {
      clocks.append(contentsOf: repeatElement(-1, count: 64 * Trace.stride))
    }
  }

  /// Forgets all events from this one on: another schedule begins like this one and continues differently.
  func truncate(to count: Int) {
    events.removeLast(events.count - count)
    for thread in 0..<threadCount { last[thread] = -1 }
    var missing = threadCount
    for index in (0..<count).reversed() where last[events[index].thread] < 0 {
      last[events[index].thread] = Int32(index)
      missing -= 1
      if missing == 0 { break }
    }
    lastBefore = last
    fresh = count
  }

  /// Whether the first event is the second, or happened before it.
  @inline(__always)
  func happened(_ first: Int, before second: Int) -> Bool {
    first == second || clocks[second * Trace.stride + events[first].thread] >= Int32(first)
  }

  /// Two steps of different threads that conflict, with nothing between them that orders them.
  struct Race {
    let first: Int
    let second: Int
    /// The threads that can begin the reversed order, a bit for each.
    let initials: UInt64
    /// Whether the reversed order needs a thread to wake earlier than time lets it.
    let needsTime: Bool
  }

  /// Finds the races in which the fresh events come second.
  ///
  /// - Parameters:
  ///   - holds: Locks that were held from one event to a later one.
  ///   - timeOrders: Whether everything before a passing of time happened before the threads that it woke. It did unless a sleep may end early.
  ///   - isBounded: Whether a lock's earlier acquisitions count too, and not only the last that conflicts: reversing that one may cost too much.
  func races(_ holds: [Hold], timeOrders: Bool, isBounded: Bool, _ found: (Race) -> Void) {
    var latest = lastBefore
    var direct: [Int] = []
    var firsts: [Int] = []
    for index in fresh..<events.count {
      let event = events[index]
      let row = index * Trace.stride
      setClock(of: index, event)
      let countsAll = event.hasAwaited || isBounded && event.took != nil
      let heldUntil = timeOrders ? event.wokenAt : nil
      // A thread that waits for something until its time is up might have got it sooner.
      if let heldUntil, !event.hasAwaited { joinAll(row, latest, before: heldUntil) }
      direct.removeAll(keepingCapacity: true)
      firsts.removeAll(keepingCapacity: true)
      for thread in 0..<threadCount where thread != event.thread {
        var other = latest[thread]
        var isFirst = true
        while other > clocks[row + thread] {
          let candidate = Int(other)
          if events[candidate].footprint.conflicts(with: event.footprint) {
            if isFirst { direct.append(candidate) }
            isFirst = false
            if event.hasAwaited {
              // It may be in the way that only this step opens; then the one before it could be overtaken.
              if events[candidate].node != nil { firsts.append(candidate) }
            } else if !isKeptOut(index, by: candidate, holds) {
              firsts.append(candidate)
              if !countsAll { break }
            }
          }
          other = events[candidate].previous
        }
      }
      for other in direct { join(row, other * Trace.stride) }
      if let heldUntil { joinAll(row, latest, before: heldUntil) }
      clocks[row + event.thread] = Int32(index)
      latest[event.thread] = Int32(index)
      for first in firsts
      where countsAll || !firsts.contains(where: { $0 != first && happened(first, before: $0) }) {
        found(race(first, index))
      }
    }
    fresh = events.count
  }

  private func setClock(of index: Int, _ event: Event) {
    let row = index * Trace.stride
    if event.previous >= 0 {
      let before = Int(event.previous) * Trace.stride
      for thread in 0..<threadCount { clocks[row + thread] = clocks[before + thread] }
    } else {
      for thread in 0..<threadCount { clocks[row + thread] = -1 }
    }
    if let enabler = event.enabler, enabler < index { join(row, enabler * Trace.stride) }
  }

  /// All events before this one happened before the row's: time passes only when no thread can run.
  ///
  /// Those that follow did not: threads that wake at the same moment may run in any order.
  private func joinAll(_ row: Int, _ latest: [Int32], before limit: Int) {
    for thread in 0..<threadCount {
      var event = latest[thread]
      while event >= Int32(limit) { event = events[Int(event)].previous }
      clocks[row + thread] = max(clocks[row + thread], event)
    }
  }

  @inline(__always)
  private func join(_ row: Int, _ other: Int) {
    for thread in 0..<threadCount { clocks[row + thread] = max(clocks[row + thread], clocks[other + thread]) }
  }

  /// Whether the lock that an event acquired was held by another thread when
  /// `first` began, and is released only because of `first`: then the two
  /// cannot be exchanged.
  private func isKeptOut(_ index: Int, by first: Int, _ holds: [Hold]) -> Bool {
    guard let lock = events[index].took else { return false }
    for hold in holds where hold.lock == lock && hold.to < index && hold.to < events.count {
      if happened(first, before: hold.to), !happened(first, before: hold.from) { return true }
    }
    return false
  }

  /// What could come before `first` instead: all later events up to `second` that do not depend on it.
  private func race(_ first: Int, _ second: Int) -> Race {
    var seen: UInt64 = 0
    var initials: UInt64 = 0
    var needsTime = false
    var firstOf = (0..<threadCount).map { _ in Int32.max }
    for index in (first + 1)...second where index == second || !happened(first, before: index) {
      let event = events[index]
      let bit: UInt64 = 1 << UInt64(event.thread)
      if let wokenAt = event.wokenAt, wokenAt > first, index < second || !event.hasAwaited {
        needsTime = true
      }
      guard seen & bit == 0 else { continue }
      let row = index * Trace.stride
      if threads(in: seen).allSatisfy({ clocks[row + $0] < firstOf[$0] }) { initials |= bit }
      seen |= bit
      firstOf[event.thread] = Int32(index)
    }
    return Race(first: first, second: second, initials: initials, needsTime: needsTime)
  }
}
