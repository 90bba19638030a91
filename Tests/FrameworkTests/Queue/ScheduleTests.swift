import Testing

@testable import MiniOperations

@Suite struct `A schedule, without threads` {
  private func operation(_ name: String) -> MiniOperation { PlainOperation(name) }

  @Test func `An operation that leaves is released at once, from the line and from the heap`() {
    let desk = Desk(limit: 8)
    let stays = operation("stays")
    desk.schedule.add(stays, isReady: true, priority: .normal)
    weak var inLine: MiniOperation?
    weak var inHeap: MiniOperation?
    do {
      let (late, young) = (operation("late"), operation("young"))
      (inHeap, inLine) = (late, young)
      desk.schedule.add(late, isReady: false, priority: .normal)
      desk.schedule.add(young, isReady: true, priority: .normal)
      desk.schedule.becameReady(late)
      #expect(late.entry.heapPlace == 0)
      // From one priority to another and back, so that there would be places to forget.
      for priority in [MiniOperation.QueuePriority.high, .low, .normal] {
        desk.schedule.prioritise(late, priority)
        desk.schedule.prioritise(young, priority)
      }
      #expect([desk.remove(young), desk.remove(late)] == [true, true])
    }
    #expect(inLine == nil)
    #expect(inHeap == nil)
    #expect(desk.drain() == ["stays"])
  }

  @Test func `A schedule that is deallocated releases its operations, and resets their entries`() {
    let (waiting, ready) = (operation("waiting"), operation("ready"))
    weak var alone: MiniOperation?
    do {
      let desk = Desk(limit: 1)
      let third = operation("alone")
      alone = third
      for operation in [waiting, ready, third] {
        desk.schedule.add(operation, isReady: operation !== waiting, priority: .high)
      }
    }
    #expect(alone == nil)
    #expect([waiting.entry.place, ready.entry.place] == [.absent, .absent])
    let another = Desk(limit: 1)
    another.schedule.add(ready, isReady: true, priority: .normal)
    #expect(another.drain() == ["ready"])
  }

  /// A schedule that expectations can ask to change.
  private final class Desk {
    var schedule: Schedule

    init(limit: Int) { schedule = Schedule(limit: limit) }

    func remove(_ operation: MiniOperation) -> Bool { schedule.remove(operation) }

    /// Takes the next operation until there is none, and lets each finish at once.
    func drain() -> [String] {
      var names: [String] = []
      while let next = schedule.takeNext() {
        names.append(next.displayName)
        _ = schedule.remove(next)
      }
      return names
    }
  }
}
