// What may happen earlier than it must: a time-out, the end of a sleep, a
// wake-up without a signal, and a signal that wakes a thread other than the one
// that has waited longest.

extension Engine {
  /// The threads whose wait or sleep may end now although it need not, a bit for each.
  var early: UInt64 {
    phase == .running && surprisable != 0 ? threadsThatMayBeEarly : 0
  }

  private var threadsThatMayBeEarly: UInt64 {
    var set: UInt64 = 0
    for index in threads.indices where surprisable >> UInt64(index) & 1 == 1 && isWaiting(index) {
      set |= 1 << UInt64(index)
    }
    if set != 0, surprises >= settings.surprises {
      lackedSurprises = true
      return 0
    }
    return set
  }

  /// Notes whether the wait or sleep that the calling thread begins may end before it must.
  func setSurprisable(_ isPossible: Bool) {
    let bit: UInt64 = 1 << UInt64(current)
    surprisable = isPossible ? surprisable | bit : surprisable & ~bit
  }

  private func isWaiting(_ index: Int) -> Bool {
    switch threads[index].state {
    case .sleeps, .waits, .awaits: true
    case .declared, .ready, .wants, .suspended, .ended: false
    }
  }

  /// What the early end of a thread's wait or sleep touches.
  func footprintOfSurprise(_ thread: Int) -> Footprint {
    switch threads[thread].state {
    case .waits(let resource, let deadline, _), .awaits(let resource, let deadline):
      Footprint(writing: resources[resource].bit | (deadline == nil ? 0 : Footprint.clock))
    case .sleeps: Footprint(writing: Footprint.clock)
    case .declared, .ready, .wants, .suspended, .ended: Footprint()
    }
  }

  /// Ends the running thread's wait before a signal, and makes it acquire its lock again.
  func wakeEarly(_ lock: Int, _ label: () -> String) {
    guard case .waits(_, let deadline, _) = threads[current].state else { return }
    use(lock, isWrite: true)
    if let deadline {
      threads[current].isTimedOut = true
      passTime(to: deadline)
      footprint.add(Footprint.clock, isWrite: true)
    }
    recorder?.did(
      current, .wait, resources[lock].id,
      { deadline == nil ? "wake up on \(label()) without a signal" : "time out on \(label())" }, self)
    threads.set(current, to: .wants(lock: lock))
    yield(isPrivate: false)
  }

  /// Chooses the thread that a signal wakes; by default the one that has waited longest.
  func pick(from waiting: [Int]) -> Int {
    guard phase == .running else { return waiting[0] }
    guard surprises < settings.surprises else {
      lackedSurprises = true
      return waiting[0]
    }
    decisions += 1
    let all = waiting.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1) }
    let first: UInt64 = 1 << UInt64(waiting[0])
    let decision = Decision(
      number: decisions, last: current, canLastGoOn: false, standard: waiting[0], able: first,
      early: all & ~first, isPick: true, isPrivate: false, signature: signature)
    let choice = withChooser { $0.choose(decision) }
    mix(choice, decision)
    guard choice != waiting[0] else { return choice }
    note(choice, decision)
    surprises += 1
    return choice
  }

  // MARK: Time

  /// Advances the virtual time to when the next thread wakes; false if none will.
  func passTime() -> Bool {
    guard let next = threads.lazy.compactMap(\.deadline).min() else { return false }
    passTime(to: next)
    return true
  }

  /// Advances the virtual time to at least `moment`, and wakes all threads that are due.
  func passTime(to moment: Duration) {
    time = max(time, moment)
    for index in threads.indices {
      guard let deadline = threads[index].deadline, deadline <= time, !threads[index].isSurprised else {
        continue
      }
      threads[index].isWokenByTime = true
      if case .waits(let lock, _, _) = threads[index].state {
        threads[index].isTimedOut = true
        threads.set(index, to: .wants(lock: lock))
      } else {
        threads.set(index, to: .ready)
      }
    }
  }
}

/// A lock that was acquired in one step and released in a later one.
struct Hold {
  let lock: Int
  let from: Int
  let to: Int
}
