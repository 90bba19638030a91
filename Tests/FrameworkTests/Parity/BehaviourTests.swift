import Behaviours
import Foundation
import FoundationSide
import MiniOperations
import TestSupport
import Testing

/// The table of behaviours, on Foundation and on the mini framework.
@Suite(.serialized) struct BehaviourTests {
  @Test(arguments: Behaviour.all)
  func `The mini framework leaves the expected trace`(behaviour: Behaviour) async {
    #expect(await behaviour.events(on: MiniOperationQueue.self) == behaviour.expected)
  }

  @Test(arguments: Behaviour.all.filter { $0.foundation == nil })
  func `Foundation leaves the same trace`(behaviour: Behaviour) async {
    #expect(await behaviour.events(on: Foundation.OperationQueue.self) == behaviour.expected)
  }

  @Test(arguments: Behaviour.all.filter { $0.foundation != nil })
  func `Foundation differs in the known ways, or a warning appears`(behaviour: Behaviour) async {
    let events = await behaviour.events(on: Foundation.OperationQueue.self)
    guard events != behaviour.foundation else { return }
    // A warning, not a failure: another Foundation, or Apple's, may well be right.
    let remark = events == behaviour.expected ? "does this too now" : "leaves another trace: \(events)"
    Issue.record("\(behaviour): Foundation here \(remark)", severity: .warning)
  }

  @Test func `The documentation lists what is measured, and otherwise only what cannot be`()
    throws
  {
    let page = "Sources/MiniOperations/MiniOperations.docc/DifferencesFromFoundation.md"
    let text = try packageFile(page)
    let listed = Set(text.matches(of: /(?m)^\| ([A-Z][A-Za-z]*[0-9]*) \|/).map { String($0.output.1) })
    let different = Behaviour.all.filter { $0.foundation != nil }
    for behaviour in different {
      #expect(!listed.isDisjoint(with: behaviour.ids), "\(behaviour): measured, but not listed")
    }
    // They end the program, hang, or are at no promised time.
    let unmeasured: Set = ["K3", "K4", "K11", "K13", "C5", "C7", "C11"]
    #expect(listed.subtracting(different.flatMap(\.ids)) == unmeasured, "listed, but not measured")
  }
}
