import ExerciseSupport
import MiniOperations
import Testing

@testable import Exercise05

@Suite(.serialized) struct `Pipeline` {
  @Test func `Each step gets the results of those before it, in their order`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let a = Step("a") { _ in "1" }
        let b = Step("b") { _ in "2" }
        let both = Step("both", after: [b, a]) { $0.joined(separator: "+") }
        MiniOperationQueue().addOperations([both, a, b], waitUntilFinished: true)
        #expect(
          both.result == "2+1",
          """
          expected both to make "2+1" of its inputs, got \(both.result ?? "nothing"): does it ask \
          its inputs in the order in which they were given?
          """)
      }
    }
  }

  @Test func `A step after a cancelled one does not run its work`() async {
    await #expect(processExitsWith: .fulfilled, stopped) {
      fulfil {
        let a = Step("a") { _ in "1" }
        let b = Step("b", after: [a]) { _ in "2" }
        a.cancel()
        MiniOperationQueue().addOperations([a, b], waitUntilFinished: true)
        #expect(
          b.result == nil && b.isCancelled, "expected b to be cancelled, got \(b.result ?? "no result")")
      }
    }
  }
}
