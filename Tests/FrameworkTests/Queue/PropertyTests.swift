import Soak
import Testing

@testable import MiniOperations

/// Random graphs, made from a seed that a failure prints.
@Suite struct `What holds for every graph of operations` {
  // One after the other: each has a dozen threads, and under a sanitizer these slow each other down.
  @Test(.serialized, arguments: 0..<6) func `Everything holds on real threads`(number: UInt64) async throws {
    let outcome = try await onThread { Soak.run(operations: 1_000, seed: 1_000 + number) }
    #expect(outcome.holds, "\(outcome)")
    #expect(outcome.operations >= 1_000)
    #expect(outcome.description.hasSuffix("(seed \(1_000 + number)): everything held"))
  }
}
