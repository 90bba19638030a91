import TestSupport
import Testing

@testable import Explorer

/// The search alone: a model plays its schedules.
@Suite struct `The search of a model` {
  @Test(arguments: [("w0 | w0", 2), ("w0 w0 | w0 w0", 6), ("w0 w0 w0 | w0 w0 w0", 20)])
  func `Two threads that write the same variable are tried in every order`(program: String, orders: Int) {
    #expect(Model(ModelProgram(program)).explore(bound: nil)?.schedules == orders)
  }

  @Test(arguments: ["w0 w0 | w1 w1 | w2 w2", "r0 r0 | r0 r0 | r0 r0"])
  func `Threads that have nothing in common are tried in one order, and readers too`(program: String) {
    #expect(Model(ModelProgram(program)).explore(bound: nil)?.schedules == 1)
  }

  @Test(arguments: [2, 3], [0, 1, 2, 3, nil])
  func `A random program of locks, signals and semaphores ends in each way in which it can`(
    threads: Int, bound: Int?
  ) {
    #expect(losers(threads: threads, [.locks, .signals, .semaphores, .privacy], bound: bound) == [])
  }

  @Test(arguments: [1, 2], [0, 1, 2, 3, nil])
  func `So does one whose threads start others, and end early where they read certain values`(
    threads: Int, bound: Int?
  ) {
    #expect(losers(threads: threads, [.locks, .signals, .workers, .privacy], bound: bound) == [])
  }

  @Test(arguments: [2, 3], [0, 1, 2, 3, nil])
  func `So does one whose waits may end early, and whose signals may wake any waiter`(
    threads: Int, bound: Int?
  ) {
    #expect(losers(threads: threads, [.locks, .signals], bound: bound, surprises: 1) == [])
  }

  @Test(arguments: [2, 3], [0, 1, 2, 3, nil])
  func `So does one whose waits and sleeps may end early`(threads: Int, bound: Int?) {
    #expect(
      losers(threads: threads, [.locks, .signals, .semaphores, .time, .privacy], bound: bound, surprises: 1)
        == [])
  }

  /// Each of these ended in one way less without one rule of the search.
  @Test(arguments: [
    "w1 r0 | r1 w0 | r1 r0",
    "r0w0 L1w1U1 | L1r0 w1U1 w1w0",
    "r0 r0 L0 r0U0 L0w1U0 | w0 w0 L0w1 r0U0",
    "w0 r1 | w0 A0 r0w1 | r0 P0 L0r0 w0U0",
    "L0w0 w1w1B0U0 L1r0w0 w0U1 L0w1r0W0r0w0U0 | L0w1 r1r1U0 r0 r0w1 | L1r0r1U1",
    "w0 | Z2 | r0 r0",
    "r1 | r1 | Z2 w1w1",
    "L1w0T1r1U1 | L1w1 r1S1U1 | Z2",
    "w1 S1 | L1w1 p0W1r0r1S1U1 w0",
    "L1r1r0U1 w0 | L0r1 p0U0 w0w0 | w1 L0r1w0 w0U0",
    "p0 F2 r0 | L1r1r0 p0U1 L1w0w1U1 | F3 L1w1 p0U1 | e1 L0w1r0U0",
  ])
  func `A program of which a simpler search loses an ending`(program: String) {
    for bound in 0...3 {
      for surprises in 0...1 {
        #expect(losers([ModelProgram(program)], bound: bound, surprises: surprises) == [])
      }
    }
  }

  private func losers(
    threads: Int, _ means: Set<ModelProgram.Means>, bound: Int?, surprises: Int = 0
  ) -> [String] {
    let count = bound == nil ? sample(2, thorough: 300) : sample(4, thorough: 3_000)
    let programs = (1...UInt64(count)).map { ModelProgram(seed: $0, threads: threads, means) }
    return losers(programs, bound: bound, surprises: surprises)
  }

  /// The programs of which an ending is lost; those of too many schedules are passed over.
  private func losers(_ programs: [ModelProgram], bound: Int?, surprises: Int) -> [String] {
    programs.filter { program in
      let all = Model(program, surprises: surprises).explore(
        bound: bound, skipsEquivalent: false, limit: sample(2_000, thorough: 20_000))
      guard let all else { return false }
      return all.endings != Model(program, surprises: surprises).explore(bound: bound)?.endings
    }.map(\.description)
  }
}
