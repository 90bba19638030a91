import TestSupport
import Testing

@testable import MiniOperations

// In processes of their own: a process has one listener.
@Suite struct `Pieces of work` {
  @Test func `An operation is one piece, and one that it starts is another inside it`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let (trace, steps) = (listeningTrace(), QueueSteps())
        let inner = PlainOperation("inner") { _ in trace("inner works for \(worksFor)") }
        steps.add(
          PlainOperation("outer") { _ in
            inner.start()
            trace("outer works for \(worksFor)")
          })
        steps.run()
        demand(
          trace, "outer<", "inner<", "inner works for inner", "inner>", "outer works for outer", "outer>")

        Work.listen(nil)
        steps.add(PlainOperation("unheard") { _ in trace("unheard works for \(worksFor)") })
        steps.run()
        demand(trace, "unheard works for none")
      }
    }
  }

  @Test func `A message belongs to the operation that has posted it`() async {
    await #expect(processExitsWith: .success) {
      await inTime {
        let trace = listeningTrace()
        let operation = PlainOperation("A") { _ in post("message", in: trace) }
        operation.start()
        demand(trace, "A<", "A, a message<", "message works for A", "A, a message>", "A>")
        post("message", in: trace)
        demand(trace, "none, a message<", "message works for none", "none, a message>")
      }
    }
  }
}

/// A trace of the pieces of work that are announced from now on.
private func listeningTrace() -> Trace {
  let trace = Trace()
  Work.listen { piece in
    let name = "\(piece.operation?.name ?? "none")\(piece.isMessage ? ", a message" : "")"
    trace("\(name)<")
    // When it returns, the thread still works for it.
    return { trace("\(worksFor)\(piece.isMessage ? ", a message" : "")>") }
  }
  return trace
}

/// The operation that the calling thread works for.
private var worksFor: String { Work.currentOperation?.name ?? "none" }

/// Posts a message to a thread that has ended when this returns.
private func post(_ message: String, in trace: Trace) {
  let thread = RunLoopThread(name: "N")
  thread.post { trace("\(message) works for \(worksFor)") }
  thread.stopAndWait()
}

private func demand(_ trace: Trace, _ expected: String...) {
  let events = trace.next()
  precondition(events == expected, "\(events)")
}
