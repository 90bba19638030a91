// What a schedule has shown to matter, and what remains to be tried because of it.

extension DepthFirst {
  /// How often a thread may continue past a forced switch in a search without a bound.
  private static let insistence = 8

  /// Whether a choice keeps within the bounds; notes which one it does not keep.
  func canAfford(_ thread: Int, _ decision: Decision, _ spent: Spent) -> Bool {
    if decision.isSurprise(thread), spent.surprises >= surpriseBound {
      wasSurpriseBounded = true
      return false
    }
    let cost = decision.cost(of: thread)
    if decision.isForced, cost > 0 {
      if spent.insistence < DepthFirst.insistence, bound.map({ spent.preemptions < $0 }) ?? true {
        return true
      }
      wasForced = true
      return false
    }
    if cost == 0 || bound == nil || spent.preemptions + cost <= bound! { return true }
    wasBounded = true
    return false
  }

  func want(_ threadsWanted: UInt64, at place: Int) {
    for thread in threads(in: threadsWanted & ~(path[place].wanted | path[place].tried))
    where canAfford(thread, path[place].decision, path[place].spent) {
      path[place].wanted |= 1 << UInt64(thread)
    }
  }

  /// Adds what the new part of the schedule has shown to matter.
  func learn() {
    let first = trace.fresh
    trace.races(schedule.holds, timeOrders: surpriseBound == 0, isBounded: bound != nil) { race in
      if bound != nil { return reverseWithBound(race) }
      if let place = trace.events[race.first].node { reverse(race, at: place) }
    }
    if bound != nil, isExact { pauseHolders(from: first) }
    for index in first..<trace.count {
      let event = trace.events[index]
      guard let place = event.node, !path[place].pending.isEmpty else { continue }
      // What may end early is tried before whatever it does not commute with.
      for sleeper in path[place].pending
      where sleeper.thread != event.thread
        && (event.isSurprise || sleeper.footprint.conflicts(with: event.footprint))
      {
        for place in bound == nil ? [place] : placesToLeaveOut(index) {
          want(path[place].decision.early & 1 << UInt64(sleeper.thread), at: place)
        }
      }
    }
  }

  private func reverse(_ race: Trace.Race, at place: Int) {
    let node = path[place]
    if race.initials & (node.wanted | node.tried) != 0 { return }
    let able = race.initials & (node.decision.able | node.decision.early)
    if able == 0 {
      if !race.needsTime { want(node.decision.able, at: place) }
      return
    }
    let second: UInt64 = 1 << UInt64(trace.events[race.second].thread)
    want(able & second != 0 ? second : able & (~able &+ 1), at: place)
  }

  private func reverseWithBound(_ race: Trace.Race) {
    let second = trace.events[race.second].thread
    for place in placesToLeaveOut(race.first) {
      let decision = path[place].decision
      let able = (race.initials | 1 << UInt64(second)) & (decision.able | decision.early)
      if able != 0 {
        want(second, orElse: able, at: place)
      } else if !race.needsTime {
        want(decision.able, at: place)
      }
    }
  }

  /// Adds a thread; others if it cannot run, or if it sleeps: it may have to wait until one of them has woken
  /// it.
  private func want(_ thread: Int, orElse others: UInt64, at place: Int) {
    let only: UInt64 = 1 << UInt64(thread)
    let decision = path[place].decision
    let canBegin = (decision.able | decision.early) & ~path[place].sleeping & only != 0
    want(canBegin ? only : others, at: place)
  }

  /// Where a step's thread was chosen: for the step, and before it where leaving the thread out costs
  /// nothing, back to the first step of its present block.
  private func placesToLeaveOut(_ event: Int) -> [Int] {
    var places = trace.events[event].node.map { [$0] } ?? []
    var step = event
    while true {
      let isFirst = step == 0 || trace.events[step - 1].thread != trace.events[event].thread
      if let place = trace.events[step].node, step < event, isFirst || !path[place].decision.canLastGoOn {
        places.append(place)
      }
      if isFirst { return places }
      step -= 1
    }
  }

  /// Adds the threads that acquired a lock later where its holder could be paused last of all.
  private func pauseHolders(from first: Int) {
    for index in first..<trace.count {
      let event = trace.events[index]
      guard let lock = event.took else { continue }
      for hold in schedule.holds where hold.lock == lock && hold.to < index {
        let holder = trace.events[hold.to].thread
        let isLater = event.previous >= 0 && trace.happened(hold.to, before: Int(event.previous))
        guard holder != event.thread, !isLater else { continue }
        for place in placesToLeaveOut(hold.to) where path[place].event > hold.from {
          want(event.thread, orElse: path[place].decision.able, at: place)
        }
      }
    }
  }
}
