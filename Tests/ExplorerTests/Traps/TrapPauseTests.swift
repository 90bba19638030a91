import Documents
import MiniOperations
import TestSupport
import Testing

/// What cancelling does to an operation whose thread is late; one schedule each is enough.
@Suite struct `Traps of MyOperation on a late thread` {
  private let thread = RunLoopThread(name: "network")
  private let runs = Counter()

  @Test func `T10: started, then cancelled, the task runs all the same`() {
    let operation = MyOperation(thread: thread) { [runs] _ in runs.raise() }
    thread.whileBusy {
      operation.start()
      operation.cancel()
    }
    #expect(operation.isCancelled && operation.isFinished)
    #expect(runs.value == 1, "nothing checks isCancelled before the task")
  }

  @Test func `T10, repaired: started, then cancelled, it finishes without its task`() {
    let operation = Repaired.MyOperation(thread: thread) { [runs] _ in runs.raise() }
    thread.whileBusy {
      operation.start()
      operation.cancel()
    }
    #expect(operation.isCancelled && operation.isFinished)
    #expect(runs.value == 0)
  }
}

extension RunLoopThread {
  /// Runs `body` as one message, and then everything that it has posted.
  ///
  /// A message is not overtaken by those that it posts. So `body` is a schedule in which the network thread
  /// is late: it finds in its mailbox what the main thread has done in the meantime.
  fileprivate func whileBusy(_ body: @escaping @Sendable () -> Void) {
    postAndWait(body)
    postAndWait {}
  }
}
