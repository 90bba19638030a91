import Testing

@testable import ProofKit

/// A part of the known mistakes, for a check that must be quick.
@Suite struct `A share of the mistakes` {
  @Test func `All shares together have each mistake once`() throws {
    let shares = try (0..<3).map { try #require(Verification.Share("\($0)/3")) }
    for index in 0..<10 { #expect(shares.count { $0.includes(index) } == 1) }
    #expect((0..<10).filter(shares[1].includes) == [1, 4, 7])
  }

  @Test(arguments: ["3/3", "-1/3", "1/0", "1", "1/2/3", "a/3", ""])
  func `Other texts name no share`(_ text: String) { #expect(Verification.Share(text) == nil) }
}
