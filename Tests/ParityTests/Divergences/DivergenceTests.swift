import Foundation
import MiniOperations
import TestSupport
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

  @Test func `The documentation lists what is measured, and otherwise only what cannot be`()
    throws
  {
    let page = "Sources/MiniOperations/MiniOperations.docc/DifferencesFromFoundation.md"
    let text = try String(contentsOf: packageFolder.appending(path: page), encoding: .utf8)
    let listed = Set(text.matches(of: /(?m)^\| ([A-Z][A-Za-z]*[0-9]*) \|/).map { String($0.output.1) })
    let measured = Set(
      Divergence.known.flatMap { $0.id.split(separator: ", ").prefix(2).filter { !$0.contains(/^[a-z]/) } }
        .map(
          String.init))
    #expect(measured.subtracting(listed) == [], "measured, but not listed")
    // They end the program, hang, or are at no promised time.
    let unmeasured: Set = ["K3", "K4", "K11", "K13", "C5", "C7", "C11"]
    #expect(listed.subtracting(measured) == unmeasured, "listed, but not measured")
  }

  @Test func `A difference that Foundation has fixed is noticed`() {
    let divergence = Divergence(id: "K0", summary: "…", foundation: ["wrong"], mini: ["right"]) { _, _ in }
    #expect(divergence.remark(on: divergence.verdict(on: ["wrong"])) == nil)
    #expect(divergence.verdict(on: ["right"]) == .mended)
    #expect(divergence.verdict(on: ["else"]) == .unknown(["else"]))
  }
}
