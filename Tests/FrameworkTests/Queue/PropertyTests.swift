import Soak
import Testing

@testable import MiniOperations

/// Random graphs, made from a seed that a failure prints.
@Suite(.watched) struct `What holds for every graph of operations` {
  // One after the other: each has a dozen threads, and under a sanitizer these slow each other down.
  @Test(.serialized, arguments: 0..<6) func `Everything holds on real threads`(number: UInt64) async throws {
    let outcome = try await onThread { Soak.run(operations: 1_000, seed: 1_000 + number) }
    #expect(outcome.holds, "\(outcome)")
    #expect(outcome.operations >= 1_000)
  }

  @Test(arguments: 0..<6) func `Everything holds on one thread, in random orders`(number: UInt64) {
    for seed in (number * 10)..<(number * 10 + 10) {
      let (outcome, _) = Soak.stepThrough(seed: seed)
      #expect(outcome.holds, "\(outcome)")
    }
  }

  @Test func `The same seed gives the same graph, played in the same order`() {
    let (first, second) = (Soak.stepThrough(seed: 42), Soak.stepThrough(seed: 42))
    let other = Soak.stepThrough(seed: 43)
    #expect(first.starts == second.starts)
    #expect(first.outcome.dependencies == second.outcome.dependencies)
    #expect(first.starts != other.starts)
  }

  @Test func `A failure is reported with the seed that repeats it`() {
    let outcome = Soak.stepThrough(seed: 4).outcome
    #expect(outcome.holds)
    #expect(outcome.description.hasSuffix("(seed 4): everything held"))
  }
}
