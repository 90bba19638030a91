import Explorer
import MiniOperations
import Synchronization
import TestSupport
import Testing
import Threading

/// Random programs that use a queue end in the same ways, with the same finding, when equivalent schedules
/// are left out.
@Suite(.serialized) struct `Equivalent schedules of queues` {
  /// The few seeds are of programs that are small enough for the full search.
  @Test(
    arguments: [
      (0, 1...10, 3000), (1, 1...8, 5000), (2, 2...3, 2000), (3, 1...2, 60), (nil, 4...5, 60),
    ])
  func `Each outcome and finding occurs in some schedule that is tried`(
    bound: Int?, few: ClosedRange<Int>, many: Int
  ) {
    var compared = 0
    for seed in isThorough ? 1...many : few {
      let program = QueueProgram(seed: UInt64(seed), isShort: bound ?? 3 > 2)
      // A program that is too large for the full search cannot be compared.
      guard let all = program.results(bound: bound, skipsEquivalent: false),
        let some = program.results(bound: bound, skipsEquivalent: true)
      else { continue }
      #expect(some == all, "program \(seed): \(program)")
      compared += 1
    }
    #expect(compared > 0)
  }

  /// A paused holder keeps those that follow waiting for its lock, and switching from them costs no second
  /// preemption.
  ///
  /// The first has a data race; the others have an ending in which the holder is paused before a lock of its
  /// own.
  @Test(
    arguments: [
      [[.link(1, to: 0), .add(1), .add(0)], [.add(2), .cancelAll]],
      [[.addCanceller(of: 1), .add(1)], [.add(0), .unlink(2, from: 1), .look(2)]],
      [[.addCanceller(of: 2), .add(0)], [.addCanceller(of: 0), .link(1, to: 0)]],
    ] as [[[QueueProgram.Line]]])
  func `An outcome that needs a thread paused within a critical section`(threads: [[QueueProgram.Line]]) {
    let program = QueueProgram(limit: 2, threads: threads)
    let all = program.results(bound: 1, skipsEquivalent: false)
    #expect(all != nil && program.results(bound: 1, skipsEquivalent: true) == all)
  }

  /// The schedules at random that a long search tries besides might pause a thread twice, and would find a
  /// data race.
  @Test func `A search that leaves out nothing keeps to its bound`() {
    let program = QueueProgram(
      limit: 2, threads: [[.add(2), .link(2, to: 0)], [.prioritise(2, .high), .add(1), .cancel(2)]])
    let once = program.results(bound: 1, skipsEquivalent: false, searchesBeside: nil)
    #expect(once != nil && once == program.results(bound: 1, skipsEquivalent: true))
    #expect(once?.finding == nil)
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
struct QueueProgram: Sendable, CustomStringConvertible {
  enum Line: Sendable {
    case add(Int), cancel(Int), prioritise(Int, MiniOperation.QueuePriority), link(Int, to: Int)
    case unlink(Int, from: Int), look(Int), cancelAll, suspend, resume, limit(Int)
    /// Adds an operation that cancels this one.
    case addCanceller(of: Int)
    case addBarrier
    /// Lets an observer, or a completion block, add a number to the log too.
    case observe(Int), complete(Int)
  }

  let limit: Int
  let threads: [[Line]]

  init(limit: Int, threads: [[Line]]) { (self.limit, self.threads) = (limit, threads) }

  init(seed: UInt64, isShort: Bool) {
    var dice = SplitMix64(seed: seed)
    limit = 1 + dice.below(2)
    var threads: [[Line]] = [[], []]
    var added: Set<Int> = []
    for thread in 0..<2 {
      for _ in 0..<(isShort ? 1 : 1 + dice.below(3)) {
        let operation = dice.below(3)
        switch dice.below(18) {
        case 0...4: if added.insert(operation).inserted { threads[thread].append(.add(operation)) }
        case 5...6: threads[thread].append(.cancel(operation))
        case 7: threads[thread].append(.prioritise(operation, dice.below(2) == 0 ? .low : .high))
        case 8: if operation > 0 { threads[thread].append(.link(operation, to: dice.below(operation))) }
        case 9: if operation > 0 { threads[thread].append(.unlink(operation, from: dice.below(operation))) }
        case 10: threads[thread].append(.look(operation))
        case 11: threads[thread].append(.cancelAll)
        case 12: threads[thread].append(dice.below(2) == 0 ? .suspend : .resume)
        case 13: threads[thread].append(.limit(1 + dice.below(2)))
        case 14: threads[thread].append(.addCanceller(of: operation))
        case 15: threads[thread].append(.addBarrier)
        case 16: threads[thread].append(.observe(operation))
        default: threads[thread].append(.complete(operation))
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
  func results(bound: Int?, skipsEquivalent: Bool, searchesBeside: Bool? = false) -> Results? {
    let ends = Mutex<Set<String>>([])
    var settings = Settings(.exhaustive(preemptions: bound))
    settings.skipsEquivalent = skipsEquivalent
    settings.searchesBeside = searchesBeside
    settings.maxSchedules = sample(4_000, thorough: 60_000)
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
  var observations = [[MiniObservation]](repeating: [], count: 2)

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
    case .unlink(let number, let other): operations[number].removeDependency(operations[other])
    case .look(let number): seen[thread].append("\(log.value) \(state(of: number))")
    case .cancelAll: queue.cancelAllOperations()
    case .suspend: queue.isSuspended = true
    case .resume: queue.isSuspended = false
    case .limit(let number): queue.maxConcurrentOperationCount = number
    case .addCanceller(let number):
      queue.addOperation { [self] in
        log.value.append(40 + number)
        operations[number].cancel()
      }
    case .addBarrier: queue.addBarrierBlock { [log] in log.value.append(30) }
    case .observe(let number):
      observations[thread].append(
        operations[number].observe(\.isFinished) { [log] _, _ in log.value.append(20 + number) })
    case .complete(let number):
      operations[number].completionBlock = { [log] in log.value.append(10 + number) }
    }
  }

  private func state(of number: Int) -> String {
    let operation = operations[number]
    return (operation.isFinished ? "finished" : operation.isExecuting ? "executing" : "waiting")
      + (operation.isCancelled ? ", cancelled" : "")
  }

  var description: String { "\(log.value) \(seen) \(operations.indices.map(state))" }
}
