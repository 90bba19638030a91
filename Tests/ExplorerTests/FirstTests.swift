import Explorer
import MiniOperations
import Testing

@Suite struct First {
  @Test func `lost update`() {
    let e = Explorer.explore("lost update") { stage in
      let balance = Shared(100, "balance")
      stage.thread("A") { balance.value -= 30 }
      stage.thread("B") { balance.value -= 50 }
      stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
    }
    print(e)
    #expect(!e.passed)
  }
  @Test func `queue`() {
    let e = Explorer.explore("queue") { stage in
      let queue = MiniOperationQueue()
      stage.thread("A") { queue.addOperation { }; queue.waitUntilAllOperationsAreFinished() }
      stage.thread("B") { queue.addOperation { } }
      stage.finally { stage.expect(queue.operationCount == 0, "both amounts are gone") }
    }
    print(e, e.runs)
    #expect(e.passed)
  }
  @Test func `deadlock`() {
    let e = Explorer.explore("deadlock") { stage in
      let a = RecursiveLock(name: "a"), b = RecursiveLock(name: "b")
      stage.thread("A") { a.withLock { b.withLock {} } }
      stage.thread("B") { b.withLock { a.withLock {} } }
    }
    print(e, e.runs)
    #expect(!e.passed)
  }
}
