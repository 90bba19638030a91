import Soak
import Testing

@testable import MiniOperations

/// The same events for the schedule and for a model that is too simple to be wrong.
@Suite struct `A schedule and its model` {
  @Test(arguments: 0..<24) func `They agree after every one of four hundred random events`(round: Int) {
    let seed = UInt64(round) &* 7919 &+ 17
    var game = Game(seed: seed)
    for turn in 0..<400 {
      let difference = game.turn()
      #expect(difference == nil, "seed \(seed), turn \(turn)")
      if difference != nil { return }
    }
    let difference = game.finish()
    #expect(difference == nil, "seed \(seed), at the end")
  }

  /// Everything in one list, searched from the beginning each time.
  private struct Model {
    enum State { case waiting, ready, running }
    struct Entry {
      let number: Int
      let isBarrier: Bool
      var state: State
      var priority: Int
    }

    var entries: [Entry] = []
    var limit: Int
    var isSuspended = false
    var order = MiniOperationQueue.Order.oldestFirst

    var runningCount: Int { entries.count { $0.state == .running } }

    /// Those that no barrier keeps from starting.
    private var current: ArraySlice<Entry> {
      guard let barrier = entries.firstIndex(where: \.isBarrier) else { return entries[...] }
      return barrier == 0 ? entries[..<1] : entries[..<barrier]
    }

    func next() -> Int? {
      guard !isSuspended, runningCount < limit else { return nil }
      let ready = current.filter { $0.state == .ready || ($0.isBarrier && $0.state == .waiting) }
      guard let highest = ready.map(\.priority).max() else { return nil }
      let best = ready.filter { $0.priority == highest }
      return (order == .oldestFirst ? best.first : best.last)?.number
    }

    mutating func edit(_ number: Int, _ body: (inout Entry) -> Void) {
      if let index = entries.firstIndex(where: { $0.number == number }) { body(&entries[index]) }
    }
  }

  private struct Game: ~Copyable {
    var dice: Dice
    var model: Model
    var schedule: Schedule
    var operations: [MiniOperation] = []

    init(seed: UInt64) {
      dice = Dice(seed: seed)
      let limit = dice.pick([1, 2, 5])
      model = Model(limit: limit)
      schedule = Schedule(limit: limit)
    }

    mutating func turn() -> String? {
      switch dice.below(20) {
      case 0..<6: add(isBarrier: false)
      case 6: add(isBarrier: true)
      case 7, 8: changeReadiness(to: true)
      case 9: changeReadiness(to: false)
      case 10: changePriority()
      case 11: changeSettings()
      case 12, 13: remove(dice.pick([.waiting, .ready, .running]))
      case 14..<17: remove(.running)
      default: return take()
      }
      return difference()
    }

    /// Lets everything become ready, start and finish.
    mutating func finish() -> String? {
      (model.isSuspended, schedule.isSuspended) = (false, false)
      for entry in model.entries where entry.state == .waiting && !entry.isBarrier {
        model.edit(entry.number) { $0.state = .ready }
        schedule.becameReady(operations[entry.number])
      }
      while !model.entries.isEmpty {
        while model.next() != nil {
          if let difference = take() { return difference }
        }
        let before = model.entries.count
        remove(.running)
        if let difference = difference() { return difference }
        if model.entries.count == before { return "nothing can be taken or removed" }
      }
      return schedule.isEmpty ? nil : "the schedule is not empty"
    }

    private mutating func add(isBarrier: Bool) {
      let operation = MiniOperation()
      operations.append(operation)
      let isReady = !isBarrier && dice.chance(60)
      let priority = isBarrier ? .normal : dice.pick(MiniOperation.QueuePriority.allCases)
      model.entries.append(
        Model.Entry(
          number: operations.count - 1, isBarrier: isBarrier, state: isReady ? .ready : .waiting,
          priority: priority.rawValue))
      if isBarrier {
        schedule.addBarrier(operation)
      } else {
        schedule.add(operation, isReady: isReady, priority: priority)
      }
    }

    /// An operation that is not a barrier, if there is one.
    private mutating func anyEntry() -> Model.Entry? {
      let candidates = model.entries.filter { !$0.isBarrier }
      return candidates.isEmpty ? nil : dice.pick(candidates)
    }

    private mutating func changeReadiness(to isReady: Bool) {
      guard let entry = anyEntry() else { return }
      if entry.state != .running {
        model.edit(entry.number) { $0.state = isReady ? .ready : .waiting }
      }
      if isReady {
        schedule.becameReady(operations[entry.number])
      } else {
        schedule.becameUnready(operations[entry.number])
      }
    }

    private mutating func changePriority() {
      guard let entry = anyEntry() else { return }
      let priority = dice.pick(MiniOperation.QueuePriority.allCases)
      model.edit(entry.number) { $0.priority = priority.rawValue }
      schedule.prioritise(operations[entry.number], priority)
    }

    private mutating func changeSettings() {
      switch dice.below(3) {
      case 0:
        model.limit = dice.below(5)
        schedule.limit = model.limit
      case 1:
        model.isSuspended.toggle()
        schedule.isSuspended = model.isSuspended
      default:
        model.order = dice.chance(50) ? .oldestFirst : .newestFirst
        schedule.order = model.order
      }
      // Not too long in a state in which nothing can happen.
      if model.limit == 0 { (model.limit, schedule.limit) = (1, 1) }
    }

    private mutating func remove(_ state: Model.State) {
      let candidates = model.entries.filter { $0.state == state && !($0.isBarrier && state == .waiting) }
      guard !candidates.isEmpty else { return }
      let number = dice.pick(candidates).number
      model.entries.removeAll { $0.number == number }
      _ = schedule.remove(operations[number])
    }

    private mutating func take() -> String? {
      let expected = model.next()
      let taken = schedule.takeNext()
      if let expected { model.edit(expected) { $0.state = .running } }
      let number = taken.flatMap { taken in operations.firstIndex { $0 === taken } }
      guard number == expected else {
        return "took \(number.map(String.init) ?? "none"), not \(expected.map(String.init) ?? "none")"
      }
      return difference()
    }

    private func difference() -> String? {
      let listed = schedule.operations(withBarriers: true).map(ObjectIdentifier.init)
      guard listed == model.entries.map({ ObjectIdentifier(operations[$0.number]) }) else {
        return "it lists others"
      }
      if schedule.runningCount != model.runningCount { return "it counts other running ones" }
      return schedule.hasNext == (model.next() != nil) ? nil : "hasNext is \(schedule.hasNext)"
    }
  }
}
