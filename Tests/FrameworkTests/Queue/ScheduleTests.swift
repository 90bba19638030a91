import Testing

@testable import MiniOperations

@Suite(.watched) struct `A schedule, without threads` {
  private func operation(_ name: String) -> MiniOperation { PlainOperation(name) }

  @Test func `It returns ready operations by priority, and by arrival among equals`() {
    let desk = Desk(limit: 8)
    desk.schedule.add(operation("low"), isReady: true, priority: .low)
    desk.schedule.add(operation("n1"), isReady: true, priority: .normal)
    desk.schedule.add(operation("waiting"), isReady: false, priority: .veryHigh)
    desk.schedule.add(operation("high"), isReady: true, priority: .high)
    desk.schedule.add(operation("n2"), isReady: true, priority: .normal)
    #expect(desk.drain() == ["high", "n1", "n2", "low"])
    #expect(desk.names == ["waiting"])
    #expect(desk.hasNext == false)
  }

  @Test
  func `An operation that becomes ready late has its place by arrival, unless it becomes unready again`() {
    let desk = Desk(limit: 8)
    let operations = (1...4).map { operation("\($0)") }
    for (index, operation) in operations.enumerated() {
      desk.schedule.add(operation, isReady: index > 1, priority: .normal)
    }
    desk.schedule.becameReady(operations[1])
    desk.schedule.becameReady(operations[0])
    desk.schedule.becameReady(operations[0])
    desk.schedule.becameUnready(operations[2])
    #expect(desk.drain() == ["1", "2", "4"])
    desk.schedule.becameReady(operations[2])
    #expect(desk.drain() == ["3"])
    #expect(desk.isEmpty)
  }

  @Test func `It returns none beyond the limit, none while suspended, and more when one has finished`() {
    let desk = Desk(limit: 2)
    let operations = ["a", "b", "c"].map(operation)
    for operation in operations { desk.schedule.add(operation, isReady: true, priority: .normal) }
    #expect([desk.take(), desk.take(), desk.take()] == ["a", "b", nil])
    #expect(desk.runningCount == 2)
    desk.schedule.isSuspended = true
    #expect(desk.remove(operations[0]))
    #expect(desk.take() == nil)
    desk.schedule.isSuspended = false
    #expect(desk.take() == "c")
    #expect(desk.remove(operations[1]))
    #expect([desk.runningCount, desk.operationCount] == [1, 1])
  }

  @Test func `An operation can be removed once, wherever it is`() {
    let desk = Desk(limit: 1)
    let (running, ready, waiting) = (operation("running"), operation("ready"), operation("waiting"))
    desk.schedule.add(running, isReady: true, priority: .normal)
    desk.schedule.add(ready, isReady: true, priority: .normal)
    desk.schedule.add(waiting, isReady: false, priority: .normal)
    _ = desk.take()
    #expect(
      [desk.remove(waiting), desk.remove(ready), desk.remove(running)] == [true, true, true])
    #expect(
      [desk.remove(waiting), desk.remove(ready), desk.remove(running)] == [false, false, false])
    #expect(desk.isEmpty)
    #expect(desk.runningCount == 0)
    #expect(desk.remove(operation("stranger")) == false)
  }

  @Test func `Events of an operation that runs or has left change nothing`() {
    let desk = Desk(limit: 2)
    let (a, b) = (operation("a"), operation("b"))
    desk.schedule.add(a, isReady: true, priority: .normal)
    desk.schedule.add(b, isReady: true, priority: .normal)
    _ = desk.take()
    desk.schedule.becameUnready(a)
    desk.schedule.becameReady(a)
    desk.schedule.prioritise(a, .veryHigh)
    #expect(desk.drain() == ["b"])
    _ = desk.remove(a)
    desk.schedule.becameReady(a)
    #expect(desk.hasNext == false)
  }

  @Test func `A barrier begins when its section has begun and nothing before it is left`() {
    let desk = Desk(limit: 8)
    let (before, after) = (operation("before"), operation("after"))
    let barrier = operation("barrier")
    desk.schedule.add(before, isReady: true, priority: .normal)
    desk.schedule.addBarrier(barrier)
    desk.schedule.add(after, isReady: true, priority: .veryHigh)
    #expect([desk.operationCount, desk.barrierCount] == [2, 1])
    #expect([before, barrier, after].map(desk.isBehindBarrier) == [false, true, true])
    #expect(desk.take() == "before")
    #expect(desk.take() == nil)
    _ = desk.remove(before)
    #expect([barrier, after].map(desk.isBehindBarrier) == [false, true])
    #expect(desk.take() == "barrier")
    #expect(desk.take() == nil)
    _ = desk.remove(barrier)
    #expect(desk.isBehindBarrier(after) == false)
    #expect(desk.drain() == ["after"])
    #expect(desk.isEmpty)
  }

  @Test func `Sections that finish in reverse order are passed without a stop`() {
    let desk = Desk(limit: 8)
    let (a, b, c) = (operation("a"), operation("b"), operation("c"))
    desk.schedule.add(a, isReady: false, priority: .normal)
    desk.schedule.addBarrier(operation("B1"))
    desk.schedule.add(b, isReady: true, priority: .normal)
    desk.schedule.addBarrier(operation("B2"))
    desk.schedule.add(c, isReady: false, priority: .normal)
    _ = desk.remove(b)
    _ = desk.remove(c)
    _ = desk.remove(a)
    #expect(desk.drain() == ["B1", "B2"])
    #expect(desk.isEmpty)
  }

  @Test func `The order can be reversed at any time, in every section`() {
    let desk = Desk(limit: 8)
    for name in ["1", "2", "3"] { desk.schedule.add(operation(name), isReady: true, priority: .normal) }
    desk.schedule.addBarrier(operation("BAR"))
    for name in ["4", "5", "6"] { desk.schedule.add(operation(name), isReady: true, priority: .normal) }
    desk.schedule.order = .newestFirst
    desk.schedule.add(operation("7"), isReady: true, priority: .normal)
    #expect(desk.drain() == ["3", "2", "1", "BAR", "7", "6", "5", "4"])
  }

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

  @Test func `Late operations leave the heap from every place, and the others keep their order`() {
    for leaver in 0..<9 {
      let desk = Desk(limit: 20)
      let operations = (0..<10).map { operation("\($0)") }
      for operation in operations { desk.schedule.add(operation, isReady: false, priority: .normal) }
      for index in [9, 4, 7, 1, 8, 0, 6, 2, 5, 3] { desk.schedule.becameReady(operations[index]) }
      desk.schedule.becameUnready(operations[leaver])
      #expect(desk.drain() == (0..<10).filter { $0 != leaver }.map { "\($0)" })
    }
  }

  @Test func `In whatever order operations become ready late, the oldest is always next`() {
    func orders(of numbers: [Int]) -> [[Int]] {
      numbers.isEmpty
        ? [[]]
        : numbers.flatMap { first in orders(of: numbers.filter { $0 != first }).map { [first] + $0 } }
    }
    let operations = (0..<6).map { operation("\($0)") }
    for (number, operation) in operations.enumerated() { operation.entry.ticket = number }
    for order in orders(of: Array(0..<6)) {
      var heap = OperationHeap()
      for number in order { heap.insert(operations[number], .oldestFirst) }
      var left: [Int] = []
      while let first = heap.first {
        left.append(first.entry.ticket)
        heap.remove(first, .oldestFirst)
      }
      if left != Array(0..<6) { Issue.record("Those that became ready as \(order) left as \(left).") }
    }
  }

  /// A schedule that expectations can ask to change.
  private final class Desk {
    var schedule: Schedule

    init(limit: Int) { schedule = Schedule(limit: limit) }

    // Read here, because an expectation copies its operands, and a schedule cannot be copied.
    var names: [String] { schedule.operations().map(\.displayName) }
    var hasNext: Bool { schedule.hasNext }
    var isEmpty: Bool { schedule.isEmpty }
    var runningCount: Int { schedule.runningCount }
    var operationCount: Int { schedule.operationCount }
    var barrierCount: Int { schedule.barrierCount }

    func isBehindBarrier(_ operation: MiniOperation) -> Bool { schedule.isBehindBarrier(operation) }

    func take() -> String? { schedule.takeNext()?.displayName }

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
