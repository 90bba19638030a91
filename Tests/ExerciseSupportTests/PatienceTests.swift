import Foundation
import Testing

@testable import ExerciseSupport

/// What counts as time that an answer has had, and what does not.
@Suite struct `The patience of a requirement` {
  private typealias Look = Patience.Look

  /// Spends slices in each of which the process changes by `slice`, until the patience is over; how many.
  private func slices(_ slices: Int, of slice: Look) -> Int {
    var now = Look(processor: 0)
    var patience = Patience(slices: slices, from: now)
    var count = 0
    while !patience.isOver {
      now.waited += slice.waited
      now.processor += slice.processor
      now.isAnotherRunnable = slice.isAnotherRunnable
      patience.spendOne(now)
      count += 1
    }
    return count
  }

  @Test func `A slice in which all threads sleep counts`() {
    #expect(slices(10, of: Look(processor: 0)) == 10)
  }

  @Test func `A slice in which threads work counts`() {
    #expect(slices(10, of: Look(isAnotherRunnable: true, processor: CLOCKS_PER_SEC / 10)) == 10)
  }

  @Test func `A slice in which threads have waited for a processor does not count`() {
    #expect(slices(10, of: Look(waited: 25_000_000, processor: 0)) == 300)
    #expect(slices(10, of: Look(waited: 24_999_999, processor: 0)) == 10)
  }

  @Test func `A slice in which a thread still waits for a processor does not count`() {
    #expect(slices(10, of: Look(isAnotherRunnable: true, processor: CLOCKS_PER_SEC / 20 - 1)) == 300)
    #expect(slices(10, of: Look(isAnotherRunnable: true, processor: CLOCKS_PER_SEC / 20)) == 10)
  }

  @Test func `A process that was delayed for a while has the rest of its slices afterwards`() {
    var now = Look(processor: 0)
    var patience = Patience(slices: 2, from: now)
    patience.spendOne(now)
    for _ in 0..<20 {
      now.waited += 90_000_000
      patience.spendOne(now)
    }
    let isOverTooSoon = patience.isOver
    patience.spendOne(now)
    #expect(!isOverTooSoon && patience.isOver)
  }
}

/// What ends a requirement's process.
@Suite struct `The limits of a requirement` {
  /// Spends slices of a tenth of a second in each of which the process works for some milliseconds; what ends it, when.
  private func end(working milliseconds: clock_t) -> (code: Code?, slices: Int) {
    var now = Patience.Look(processor: 0)
    var limits = Limits(from: now)
    for slice in 1...1_000 {
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
