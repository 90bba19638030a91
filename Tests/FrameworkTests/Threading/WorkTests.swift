import TestSupport
import Testing

@testable import MiniOperations

@Suite struct `Pieces of work` {
  // In a process of its own: a process has one listener.
  @Test func `A message belongs to the operation that has posted it`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let trace = Trace()
        Work.listen { piece in
          if piece.isMessage { trace("a message of \(piece.operation?.name ?? "none")") }
          return {}
        }
        @Sendable func post() {
          let thread = RunLoopThread(name: "N")
          thread.post { trace("works for \(Work.currentOperation?.name ?? "none")") }
          thread.stopAndWait()
        }
        PlainOperation("A") { _ in post() }.start()
        post()
        let expected = ["a message of A", "works for A", "a message of none", "works for none"]
        precondition(trace.events == expected, "\(trace.events)")
      }
    }
  }
}
