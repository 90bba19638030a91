import Explorer
import ExplorerStandIns
import Foundation
import Synchronization
import TestSupport
import Testing

/// Programs with semaphores, queues, threads and tasks end as in the full search when equivalent schedules
/// are left out.
@Suite(.serialized) struct `Equivalent schedules of stand-ins` {
  @Test(arguments: [(Sort.waiting, nil), (.waiting, 1), (.queues, 1), (.tasks, 1)])
  func `Every possible outcome occurs in some schedule that is tried`(sort: Sort, bound: Int?) {
    var compared = 0
    for seed in 1...sample(6, thorough: 300) {
      let program = RandomProgram(sort, seed: UInt64(seed))
      // What is too large for the full search cannot be compared.
      guard let all = program.ends(bound: bound, skipsEquivalent: false),
        let some = program.ends(bound: bound, skipsEquivalent: true)
      else { continue }
      #expect(some == all, "\(sort) \(seed): \(program.threads)")
      compared += 1
    }
    #expect(compared > 2)
  }

  /// Whether two uses are ordered follows from the order of the steps that conflict, so equivalent schedules
  /// agree on it.
  @Test(arguments: [nil, 1])
  func `A data race that some schedule shows is found in one that is tried`(bound: Int?) {
    var compared = 0
    var racing = 0
    for seed in 1...sample(12, thorough: 300) {
      let program = RandomProgram(.memory, seed: UInt64(seed))
      guard let all = program.ends(bound: bound, skipsEquivalent: false, findsDataRaces: true),
        let some = program.ends(bound: bound, skipsEquivalent: true, findsDataRaces: true)
      else { continue }
      #expect(some == all, "\(seed): \(program.threads)")
      compared += 1
      if all == ["dataRace"] { racing += 1 }
    }
    #expect(racing > 1 && compared - racing > 1, "\(racing) of \(compared) programs have a data race")
  }

  /// The step that opens a semaphore stands between the two whose order matters.
  @Test func `A wait with a time-out that may come before the semaphore is taken`() {
    let program = RandomProgram(threads: [
      [.write(0), .take(0), .write(0), .give(0), .take(0), .take(1), .read(0), .give(0)],
      [.tryToTake(0), .give(1)],
    ])
    let all = program.ends(bound: nil, skipsEquivalent: false, surprises: 0)
    #expect(all != nil && program.ends(bound: nil, skipsEquivalent: true, surprises: 0) == all)
  }

  @Test func `Two semaphores in two orders`() {
    let program = RandomProgram(threads: [
      [.take(0), .give(1), .take(0)], [.take(1), .take(0), .give(0), .give(0)],
    ])
    let all = program.ends(bound: nil, skipsEquivalent: false)
    #expect(all != nil && program.ends(bound: nil, skipsEquivalent: true) == all)
  }
}

enum Sort { case waiting, queues, tasks, memory }

// MARK: - Fixtures

private enum Line: Sendable {
  case read(Int), write(Int), take(Int), give(Int), tryToTake(Int), tryLock, add, start(Int)
  case async(Int), sync(Int)
  case yield, call, callSlowly, child(Int)
  case raise(AtomicStoreOrdering), readIfRaised(AtomicLoadOrdering), writeLocked
}

/// A random small program for the stand-ins.
private struct RandomProgram: Sendable {
  var threads: [[Line]] = []
  var isAsync = false

  init(threads: [[Line]]) { self.threads = threads }

  init(_ sort: Sort, seed: UInt64) {
    var random = Numbers(state: seed &* 7919)
    isAsync = sort == .tasks
    for _ in 0..<2 {
      var lines: [Line] = []
      for _ in 0..<(1 + random.next(sort == .waiting || sort == .memory ? 3 : 2)) {
        lines += RandomProgram.lines(sort, &random)
      }
      threads.append(lines)
    }
  }

  private static func lines(_ sort: Sort, _ random: inout Numbers) -> [Line] {
    let plain: Line = random.next(2) == 0 ? .read(random.next(2)) : .write(random.next(2))
    let place = random.next(2)
    switch (sort, random.next(10)) {
    case (.waiting, 0...1): return [.take(0), .write(0), .give(0)]
    case (.waiting, 2): return [.take(0), .take(1), .give(0)]
    case (.waiting, 3): return [.give(1)]
    case (.waiting, 4): return [.take(1)]
    case (.waiting, 5): return [.tryToTake(place)]
    case (.waiting, 6): return [.tryLock]
    case (.waiting, 7): return [.add]
    case (.waiting, 8): return [.start(place)]
    case (.queues, 0...2): return [.async(place)]
    case (.queues, 3...4): return [.sync(place)]
    case (.tasks, 0): return [.yield]
    case (.tasks, 1...2): return [.call]
    case (.tasks, 3): return [.callSlowly]
    case (.tasks, 4): return [.child(place)]
    case (.memory, 0...2): return [.raise(place == 0 ? .relaxed : .releasing)]
    case (.memory, 3...6): return [.readIfRaised(place == 0 ? .relaxed : .acquiring)]
    case (.memory, 7...8): return [.writeLocked]
    default: return [plain]
    }
  }

  /// The ways in which the program can end, or what is found; nil when there are too many schedules.
  func ends(
    bound: Int?, skipsEquivalent: Bool, surprises: Int = 1, findsDataRaces: Bool = false
  ) -> Set<String>? {
    let ends = Synchronization.Mutex<Set<String>>([])
    var settings = Settings(.exhaustive(preemptions: bound))
    settings.skipsEquivalent = skipsEquivalent
    settings.findsDataRaces = findsDataRaces
    settings.searchesBeside = false
    settings.surprises = surprises
    settings.maxSchedules = 800
    let exploration = Explorer.explore("random program", settings) { stage in
      let world = World()
      for (number, lines) in threads.enumerated() {
        if isAsync {
          stage.task("\(number)") { for line in lines { await world.run(line, number) } }
        } else {
          stage.thread("\(number)") { for line in lines { world.runAtOnce(line, number) } }
        }
      }
      stage.finally { ends.withLock { _ = $0.insert(world.text) } }
    }
    if case .notProven(.limit) = exploration.verdict { return nil }
    if let finding = exploration.finding { return ["\(finding.kind)"] }
    return ends.withLock { $0 }
  }
}

private final class World: @unchecked Sendable {
  // Unchecked: the Explorer lets one thread run at a time.
  let variables = [Shared(0, "x"), Shared(0, "y")]
  let semaphores = [
    ExplorerStandIns.DispatchSemaphore(value: 1), ExplorerStandIns.DispatchSemaphore(value: 0),
  ]
  let lock = ExplorerStandIns.NSLock()
  let sum = ExplorerStandIns.Atomic<Int>(0)
  let flag = ExplorerStandIns.Atomic<Bool>(false)
  lazy var queues = [
    ExplorerStandIns.DispatchQueue(label: "serial"),
    ExplorerStandIns.DispatchQueue(label: "many", attributes: .concurrent),
  ]
  let box = Box()
  var seen = [[Int]](repeating: [], count: 2)

  func change(_ variable: Int, _ number: Int) {
    variables[variable].value = variables[variable].value * 3 + number
  }

  func runAtOnce(_ line: Line, _ me: Int) {
    switch line {
    case .read(let variable): seen[me].append(variables[variable].value)
    case .write(let variable): variables[variable].value = (seen[me].last ?? 0) * 3 + me + 1
    case .take(let place): semaphores[place].wait()
    case .give(let place): semaphores[place].signal()
    case .tryToTake(let place):
      seen[me].append(semaphores[place].wait(timeout: .now() + 1) == .success ? 400 : 401)
    case .tryLock:
      guard lock.try() else { return seen[me].append(500) }
      change(0, me + 1)
      lock.unlock()
    case .add: seen[me].append(sum.wrappingAdd(me + 1, ordering: .relaxed).oldValue)
    case .start(let variable): ExplorerStandIns.Thread { [self] in change(variable, me + 4) }.start()
    case .async(let queue): queues[queue].async { [self] in change(queue, me + 1) }
    case .sync(let queue):
      seen[me].append(
        queues[queue].sync {
          change(queue, me + 1)
          return variables[1].value
        })
    case .raise(let ordering): flag.store(true, ordering: ordering)
    case .readIfRaised(let ordering):
      if flag.load(ordering: ordering) { seen[me].append(variables[0].value) }
    case .writeLocked: lock.withLock { change(0, me + 1) }
    case .yield, .call, .callSlowly, .child: break
    }
  }

  func run(_ line: Line, _ me: Int) async {
    switch line {
    case .yield: await ExplorerStandIns.Task<Never, Never>.yield()
    case .call: seen[me].append(await box.change(me + 1))
    case .callSlowly: seen[me].append(await box.changeSlowly(me + 1))
    case .child(let variable):
      async let other: Void = changeLater(variable, me + 4)
      seen[me].append(variables[variable].value)
      await other
    default: runAtOnce(line, me)
    }
  }

  private func changeLater(_ variable: Int, _ number: Int) async { change(variable, number) }

  var text: String { "\(variables.map(\.value)) \(seen)" }
}

private actor Box {
  private var value = 0

  func change(_ number: Int) -> Int {
    defer { value = value * 3 + number }
    return value
  }

  func changeSlowly(_ number: Int) async -> Int {
    let before = value
    await ExplorerStandIns.Task<Never, Never>.yield()
    value = before * 3 + number
    return before
  }
}

private struct Numbers {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
