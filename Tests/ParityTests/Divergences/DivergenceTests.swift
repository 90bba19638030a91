import Foundation
import MiniOperations
import Testing

/// The list of known differences, checked against both frameworks.
@Suite(.serialized) struct DivergenceTests {
  @Test(arguments: Divergence.known)
  func `The mini framework is right where Foundation is known to differ`(divergence: Divergence) async {
    let mini = await events(of: divergence.scenario, on: MiniOperationQueue.self)
    #expect(mini == divergence.mini, "\(divergence.id)")
  }

  @Test(arguments: Divergence.known)
  func `Foundation differs in the known ways, or a message appears`(divergence: Divergence) async {
    let foundation = await events(of: divergence.scenario, on: OperationQueue.self)
    guard let remark = divergence.remark(on: divergence.verdict(on: foundation)) else { return }
    // A warning, not a failure: another Foundation, or Apple's, may well be right.
    Issue.record("\(remark)", severity: .warning)
  }

  @Test func `A difference that Foundation has fixed is noticed`() {
    let divergence = Divergence(id: "K0", summary: "…", foundation: ["wrong"], mini: ["right"]) { _, _ in }
    #expect(divergence.remark(on: divergence.verdict(on: ["wrong"])) == nil)
    #expect(divergence.verdict(on: ["right"]) == .mended)
    #expect(divergence.verdict(on: ["else"]) == .unknown(["else"]))
  }
}
