import Explorer
import MiniOperations
import Synchronization
import TestSupport
import Testing

/// Random programs that use a queue end in the same ways, with the same finding, when equivalent schedules are left out.
@Suite(.serialized) struct `Equivalent schedules of queues` {
  @Test(arguments: [(0, 20, 3000), (1, 10, 1000), (2, 2, 100), (3, 1, 20), (nil, 3, 300)])
  func `Each outcome and finding occurs in some schedule that is tried`(
    bound: Int?, few: Int, many: Int
  ) {
    var compared = 0
    for seed in 1...sample(few, thorough: many) {
      let program = QueueProgram(seed: UInt64(seed), isShort: bound == nil)
      // A program that is too large for the full search cannot be compared.
      guard let all = program.results(bound: bound, skipsEquivalent: false),
        let some = program.results(bound: bound, skipsEquivalent: true)
      else { continue }
      #expect(some == all, "program \(seed): \(program)")
      compared += 1
    }
    #expect(compared > 0)
  }

  /// A paused holder keeps the thread that follows waiting for the lock, and the third thread costs no second preemption.
  @Test func `A data race that needs a thread paused within a critical section`() {
    let program = QueueProgram(
      limit: 2,
      threads: [[.link(1, to: 0), .add(1), .add(0)], [.add(2), .cancelAll]])
    let all = program.results(bound: 1, skipsEquivalent: false)
    #expect(all?.finding == .dataRace)
    #expect(program.results(bound: 1, skipsEquivalent: true) == all)
  }

  /// One of their orders is tried, so neither may seem to order the uses of the value.
  @Test(arguments: [0, nil])
  func `Two threads that look at an operation are not ordered by that`(bound: Int?) {
    let exploration = Explorer.explore("looks", Settings(.exhaustive(preemptions: bound))) { stage in
      let (operation, value) = (MiniOperation(), Shared(0, "value"))
      stage.thread("writes") {
        value.value = 1
        _ = operation.isFinished
      }
      stage.thread("reads") {
        _ = operation.isFinished
        _ = value.value
      }
    }
    #expect(exploration.finding?.kind == .dataRace, "\(exploration)")
  }
}

// MARK: - Fixtures

/// Two threads that use one queue and three operations, each of which adds its number to a log.
private struct QueueProgram: Sendable, CustomStringConvertible {
  enum Line: Sendable {
    case add(Int), cancel(Int), prioritise(Int, MiniOperation.QueuePriority), link(Int, to: Int), look(Int)
    case cancelAll, suspend, resume
  }

  let limit: Int
  let threads: [[Line]]

  init(limit: Int, threads: [[Line]]) { (self.limit, self.threads) = (limit, threads) }

  init(seed: UInt64, isShort: Bool) {
    var random = Numbers(state: seed)
    limit = 1 + random.next(2)
    var threads: [[Line]] = [[], []]
    var added: Set<Int> = []
    for thread in 0..<2 {
      for _ in 0..<(isShort ? 1 : 1 + random.next(3)) {
        let operation = random.next(3)
        switch random.next(12) {
        case 0...4: if added.insert(operation).inserted { threads[thread].append(.add(operation)) }
        case 5...6: threads[thread].append(.cancel(operation))
        case 7: threads[thread].append(.prioritise(operation, random.next(2) == 0 ? .low : .high))
        case 8: if operation > 0 { threads[thread].append(.link(operation, to: random.next(operation))) }
        case 9: threads[thread].append(.look(operation))
        case 10: threads[thread].append(.cancelAll)
        default: threads[thread].append(random.next(2) == 0 ? .suspend : .resume)
        }
      }
    }
    self.threads = threads
  }

  var description: String { "limit \(limit), \(threads[0]) | \(threads[1])" }

  struct Results: Equatable {
    let ends: Set<String>
    let finding: Finding.Kind?
  }

  /// How the program can end, and the finding; nil if there are too many schedules.
  func results(bound: Int?, skipsEquivalent: Bool) -> Results? {
    let ends = Mutex<Set<String>>([])
    var settings = Settings(.exhaustive(preemptions: bound))
    settings.skipsEquivalent = skipsEquivalent
    settings.searchesBeside = false
    settings.maxSchedules = 20_000
    let exploration = Explorer.explore("queue program", settings) { [threads, limit] stage in
      stage.mayLeaveOperations = true
      let state = QueueState(limit: limit)
      for (number, lines) in threads.enumerated() {
        stage.thread("\(number)") { for line in lines { state.run(line, number) } }
      }
      stage.finally {
        ends.withLock { _ = $0.insert(state.description) }
        state.queue.isSuspended = false
      }
    }
    if exploration.schedules >= settings.maxSchedules { return nil }
    return Results(ends: ends.withLock { $0 }, finding: exploration.finding?.kind)
  }
}

private final class QueueState: @unchecked Sendable, CustomStringConvertible {
  // Unchecked: the Explorer lets one thread run at a time.
  let queue = MiniOperationQueue()
  let log = Shared<[Int]>([], "log")
  let operations: [MiniOperation]
  var seen = [[String]](repeating: [], count: 2)

  init(limit: Int) {
    queue.maxConcurrentOperationCount = limit
    operations = (0..<3).map { [log] number in MiniBlockOperation { log.value.append(number) } }
  }

  func run(_ line: QueueProgram.Line, _ thread: Int) {
    switch line {
    case .add(let number): queue.addOperation(operations[number])
    case .cancel(let number): operations[number].cancel()
    case .prioritise(let number, let priority): operations[number].queuePriority = priority
    case .link(let number, let other): operations[number].addDependency(operations[other])
    case .look(let number): seen[thread].append("\(log.value) \(state(of: number))")
    case .cancelAll: queue.cancelAllOperations()
    case .suspend: queue.isSuspended = true
    case .resume: queue.isSuspended = false
    }
  }

  private func state(of number: Int) -> String {
    let operation = operations[number]
    return operation.isFinished
      ? "finished" : operation.isExecuting ? "executing" : operation.isCancelled ? "cancelled" : "waiting"
  }

  var description: String { "\(log.value) \(seen) \(operations.indices.map(state))" }
}

private struct Numbers {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
