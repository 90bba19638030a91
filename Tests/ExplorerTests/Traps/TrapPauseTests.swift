import Dispatch
import Documents
import MiniOperations
import TestSupport
import Testing

/// What pausing and cancelling do to an operation whose thread is late; one schedule each is enough.
@Suite struct `Traps of MyOperation on a late thread` {
  private let thread = RunLoopThread(name: "network")
  private let runs = Counter()

  @Test func `T1: a pause does not finish the operation, it only prevents the finish`() {
    let operation = MyOperation(thread: thread) { [runs] _ in runs.raise() }
    thread.whileBusy {
      operation.start()
      operation.pause()
    }
    #expect(runs.value == 1, "the task runs although the operation is paused")
    #expect(operation.isPaused && !operation.isFinished, "both attempts to finish were refused")
  }

  @Test func `T1, repaired: a paused task does not begin, and continues when resumed`() {
    let operation = Repaired.MyOperation(thread: thread) { [runs] _ in runs.raise() }
    thread.whileBusy {
      operation.start()
      operation.pause()
    }
    #expect(runs.value == 0 && operation.isPaused && !operation.isFinished)
    operation.resume()
    thread.postAndWait {}
    #expect(runs.value == 1 && operation.isFinished)
  }

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

  @Test func `T12b: the caller of cancel is never told that the operation has ended`() {
    let main = DispatchQueue(label: "main")
    let operation = MyOperation(thread: thread, mainQueue: main)
    operation.completionBlock = { [runs] in runs.raise() }
    let block = operation.completionBlock
    operation.cancel()
    block?()
    main.sync {}
    #expect(runs.value == 0)
  }

  @Test func `T12b: a deallocated operation counts as not cancelled`() {
    let main = DispatchQueue(label: "main")
    var operation: MyOperation? = MyOperation(thread: thread, mainQueue: main)
    operation?.completionBlock = { [runs] in runs.raise() }
    let block = operation?.completionBlock
    operation?.completionBlock = nil  // Called below instead, when the operation is gone.
    operation?.cancel()
    thread.postAndWait {}
    operation = nil
    block?()
    main.sync {}
    #expect(runs.value == 1, "cancelled, and yet the block runs: the operation is gone")
  }

  @Test func `T12b, repaired: the block runs for a cancelled operation too`() {
    let main = DispatchQueue(label: "main")
    let operation = Repaired.MyOperation(thread: thread, mainQueue: main)
    operation.completionBlock = { [runs] in runs.raise() }
    let block = operation.completionBlock
    operation.cancel()
    block?()
    main.sync {}
    #expect(runs.value == 1)
  }
}
