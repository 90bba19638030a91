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
