import Foundation
import Testing

@testable import ExerciseSupport

/// What counts as time that an answer has had, and what does not.
@Suite struct `The patience of a requirement` {
  private typealias Look = Patience.Look

  private typealias Times = Look.Times

  /// Spends slices in each of which the process works so many ticks, and a thread changes by `slice`, until
  /// the patience is over; how many.
  private func slices(_ slices: Int, working ticks: clock_t = 0, _ slice: Times = Times()) -> Int {
    var now = Look(threads: ["7": Times(turns: 1)], processor: 0)
    var patience = Patience(slices: slices, from: now)
    var count = 0
    while !patience.isOver {
      now.processor += ticks
      now.threads["7"]?.waited += slice.waited
      now.threads["7"]?.turns += slice.turns
      now.threads["7"]?.isRunnable = slice.isRunnable
      patience.spendOne(now)
      count += 1
    }
    return count
  }

  @Test func `A slice in which all threads sleep counts`() { #expect(slices(10) == 10) }

  @Test func `A slice in which threads work counts`() {
    #expect(slices(10, working: CLOCKS_PER_SEC / 10, Times(isRunnable: true)) == 10)
  }

  @Test func `A slice in which threads have waited for a processor does not count`() {
    #expect(slices(10, Times(waited: 25_000_000, turns: 9)) == 300)
    #expect(slices(10, Times(waited: 24_999_999, turns: 9)) == 10)
  }

  @Test func `A slice in which a thread waits for a processor all the time does not count`() {
    #expect(slices(10, working: CLOCKS_PER_SEC / 20 - 1, Times(isRunnable: true)) == 300)
    #expect(slices(10, working: CLOCKS_PER_SEC / 20, Times(isRunnable: true)) == 10)
  }
}

/// What ends a requirement's process.
@Suite struct `The limits of a requirement` {
  /// Spends slices of a tenth of a second in each of which the process works for some milliseconds; what ends
  /// it, when.
  private func end(working milliseconds: clock_t) -> (code: Code?, slices: Int) {
    var now = Patience.Look(threads: ["7": Patience.Look.Times()], processor: 0)
    var limits = Limits(from: now)
    for slice in 1...1_000 {
      now.threads["7"]?.turns += 1_000
      let used = milliseconds * CLOCKS_PER_SEC / 1_000
      now.processor += used
      if let code = limits.spendOne(used: used, now) { return (code, slice) }
    }
    return (nil, 0)
  }

  @Test func `Without work it has stood still`() { #expect(end(working: 0) == (.stoodStill, 35)) }

  @Test func `With some work now and then it waits for what never comes`() {
    for milliseconds in [2, 49] as [clock_t] {
      #expect(end(working: milliseconds) == (.askedAgainAndAgain, 40))
    }
  }

  @Test func `With more work than waiting it is ended by its processor time alone`() {
    #expect(end(working: 50) == (.turnedRound, 80))
    #expect(end(working: 80) == (.turnedRound, 50))
    #expect(end(working: 200) == (.turnedRound, 20))
  }

  @Test func `Work begins the time without any again`() {
    var limits = Limits(from: Patience.Look(processor: 0))
    var codes: [Code?] = []
    for slice in 1...38 {
      codes.append(limits.spendOne(used: slice == 3 ? CLOCKS_PER_SEC / 100 : 0, Patience.Look(processor: 0)))
    }
    #expect(codes.dropLast().allSatisfy { $0 == nil } && codes.last == .stoodStill)
  }
}
