import Chance
import TestSupport
import Testing

@testable import Explorer

/// The search alone: its schedules are played by a model, and no thread runs.
@Suite struct `The search of a model` {
  @Test(arguments: [(1, 2), (2, 6), (3, 20)])
  func `Two threads that write the same variable are tried in every order`(steps: Int, orders: Int) {
    let thread = Array(repeating: Footprint(writing: Model.variable(0)), count: steps)
    #expect(Model([thread, thread]).explore(bound: nil).schedules == orders)
  }

  @Test func `Threads that have nothing in common are tried in one order, and readers too`() {
    let apart = (0..<3).map { Array(repeating: Footprint(writing: Model.variable($0)), count: 4) }
    #expect(Model(apart).explore(bound: nil).schedules == 1)
    var reading = Footprint()
    reading.add(Model.variable(0), isWrite: false)
    #expect(Model(Array(repeating: [reading, reading], count: 3)).explore(bound: nil).schedules == 1)
  }

  @Test(arguments: [0, 1, 2, 3, nil])
  func `Each outcome of a random program of two threads is that of some schedule that is tried`(bound: Int?) {
    #expect(losers(threads: 2, bound: bound) == [])
  }

  @Test(arguments: [0, 1, nil])
  func `Each outcome of a random program of three threads is that of some schedule that is tried`(bound: Int?)
  {
    #expect(losers(threads: 3, bound: bound) == [])
  }

  /// The search puts threads to sleep within a bound, which is wrong now and then; without that, it tries half as many
  /// schedules more.
  @Test func `With three threads and two preemptions an outcome may be lost`() {
    withKnownIssue { #expect(losers(threads: 3, bound: 2) == []) }
  }

  /// The random programs of which an outcome is lost.
  private func losers(threads: Int, bound: Int?) -> [UInt64] {
    let count = bound == nil ? sample(20, thorough: 500) : sample(300, thorough: 10_000)
    return (1...UInt64(count)).filter { seed in
      let model = Model(seed: seed, threads: threads)
      let (some, all) = (model.explore(bound: bound), model.explore(bound: bound, skipsEquivalent: false))
      return some.outcomes != all.outcomes
    }
  }
}

/// Threads whose steps read and write variables, and never wait.
private final class Model: RunningSchedule {
  let threads: [[Footprint]]
  let holds: [Hold] = []
  let tellsResourcesApart = true

  /// Each thread begins with a step that touches nothing, as the engine's do.
  init(_ threads: [[Footprint]]) { self.threads = threads.map { [Footprint()] + $0 } }

  /// Threads of one to three steps, which use three variables.
  init(seed: UInt64, threads count: Int) {
    var dice = SplitMix64(seed: seed)
    threads = (0..<count).map { _ in
      [Footprint()]
        + (0..<Int.random(in: 1...3, using: &dice)).map { _ in
          var footprint = Footprint()
          for _ in 0..<Int.random(in: 1...2, using: &dice) {
            footprint.add(
              Model.variable(Int.random(in: 0..<3, using: &dice)), isWrite: Bool.random(using: &dice))
          }
          return footprint
        }
    }
  }

  static func variable(_ number: Int) -> UInt64 { Footprint.bit(ofResource: number) }

  func footprintOfSurprise(_ thread: Int) -> Footprint { Footprint() }

  /// How many schedules are tried, and the different values that their steps read and their variables have at the end.
  func explore(bound: Int?, skipsEquivalent: Bool = true) -> (schedules: Int, outcomes: Set<[Int]>) {
    let search = DepthFirst(bound: bound, surprises: 0, skipsEquivalent: skipsEquivalent, isExact: true) {
      _ in .goOn
    }
    var (schedules, outcomes) = (0, Set<[Int]>())
    repeat {
      schedules += 1
      outcomes.insert(play(search))
    } while search.scheduleEnded(
      Outcome(
        finding: nil, dataRace: nil, deviations: [], decisions: 0, steps: 0, preemptions: 0, switches: 0,
        signature: 0))
    return (schedules, outcomes)
  }

  /// Plays one schedule; returns, by thread, what each step found in its variables, and what they are at the end.
  private func play(_ search: DepthFirst) -> [Int] {
    search.begin(schedule: self)
    var places = Array(repeating: 0, count: threads.count)
    var seen = threads.map { _ in [Int]() }
    var values = [Int](repeating: 0, count: 3)
    var (decisions, order, last) = (0, [Int](), 0)
    while true {
      let able = threads.indices.reduce(into: UInt64(0)) {
        if places[$1] < threads[$1].count { $0 |= 1 << UInt64($1) }
      }
      if able == 0 { return seen.flatMap(\.self) + values }
      let canLastGoOn = !order.isEmpty && able >> UInt64(last) & 1 == 1
      var choice = canLastGoOn ? last : able.trailingZeroBitCount
      if able & (able &- 1) != 0 {
        decisions += 1
        choice = search.choose(
          Decision(
            number: decisions, last: last, canLastGoOn: canLastGoOn, standard: choice, able: able,
            isPrivate: false,
            signature: order.reduce(7) { $0 &* 31 &+ UInt64($1) }))
      }
      let footprint = threads[choice][places[choice]]
      for variable in values.indices where footprint.conflicts(withWriteOf: Model.variable(variable)) {
        seen[choice].append(values[variable])
        if footprint.writes & Model.variable(variable) != 0 {
          values[variable] = 100 * (choice + 1) + places[choice]
        }
      }
      places[choice] += 1
      order.append(choice)
      last = choice
      search.stepEnded(
        EndedStep(
          thread: choice, footprint: footprint, canGoOn: places[choice] < threads[choice].count, obstacle: 0,
          enabler: nil, wokenAt: nil, isSurprise: false, took: nil, hasAwaited: false))
    }
  }
}
