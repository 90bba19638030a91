// What a depth-first search keeps of each place in which it had a choice.

extension DepthFirst {
  /// What a schedule has cost so far.
  struct Spent {
    var preemptions = 0
    var surprises = 0
    /// How often a thread continued although a switch was due.
    var insistence = 0

    mutating func add(_ choice: Int, _ decision: Decision) {
      preemptions += decision.cost(of: choice)
      if decision.isForced, decision.cost(of: choice) > 0 { insistence += 1 }
      if decision.isSurprise(choice) { surprises += 1 }
    }
  }

  struct Sleeper {
    let thread: Int
    let footprint: Footprint
  }

  /// A place where another thread could have continued.
  struct Node {
    let decision: Decision
    let spent: Spent
    var asleep: [Sleeper]
    /// The number of the step that begins here.
    let event: Int
    /// What each thread would touch whose wait or sleep could end early here.
    var pending: [Sleeper] = []
    var chosen = 0
    /// The threads that are to be tried here.
    var wanted: UInt64 = 0
    /// Those that have been tried, here or in another order.
    var tried: UInt64 = 0
    /// What the chosen thread's step touched, when it has ended.
    var footprint: Footprint?
    var couldGoOn = true

    /// The threads that sleep here.
    var sleeping: UInt64 { asleep.reduce(0) { $0 | 1 << UInt64($1.thread) } }
  }
}

extension Footprint {
  func union(_ other: Footprint?) -> Footprint {
    var all = self
    if let other { all.add(other) }
    return all
  }
}
