import Documents
import Explorer
import LessonKit
import MiniOperations

/// A task that runs until `cancel()` has returned, on the document's class.
let cancelDuringTask = Scenario("cancelled during the task") { stage in
  let hasReturned = CancelReturned()
  let operation = MyOperation(thread: RunLoopThread(name: "N")) { _ in hasReturned.wait() }
  operation.start()
  stage.thread("M") {
    operation.cancel()
    hasReturned.say()
  }
}

/// The same on the repaired class.
let cancelDuringTaskRepaired = Scenario("cancelled during the task, repaired") { stage in
  let hasReturned = CancelReturned()
  let operation = Repaired.MyOperation(thread: RunLoopThread(name: "N")) { _ in hasReturned.wait() }
  operation.start()
  stage.thread("M") {
    operation.cancel()
    hasReturned.say()
  }
}

/// The signal that `cancel()` has returned, for which the task waits.
private final class CancelReturned: @unchecked Sendable {
  // Unchecked: `isSaid` is accessed only while `condition` is locked.
  private let condition = Condition(name: "the return of cancel")
  private var isSaid = false

  func say() {
    condition.withLock {
      isSaid = true
      condition.broadcast()
    }
  }

  func wait() {
    condition.withLock {
      while !isSaid { condition.wait() }
    }
  }
}

/// Two threads call methods that every operation inherits, without a lock around them.
let twoDependencies = Scenario("two threads, one operation") { stage in
  let operation = MiniOperation()
  for name in ["A", "B"] {
    stage.thread(name) {
      operation.addDependency(MiniOperation())
      operation.cancel()
    }
  }
  stage.finally {
    stage.expect(operation.dependencies.count == 2 && operation.isCancelled, "both dependencies are there")
  }
}

/// Two threads add to a property that a subclass has added.
let ownBytes = adding("a property of your own") { $0.bytes.value += 1 }

/// The same with a lock.
let ownBytesLocked = adding("a property of your own, locked") { download in
  download.lock.withLock { download.bytes.value += 1 }
}

private func adding(_ name: String, _ add: @escaping @Sendable (Received) -> Void) -> Scenario {
  Scenario(name) { stage in
    let download = Received()
    for name in ["A", "B"] {
      stage.thread(name) { add(download) }
    }
    stage.finally { stage.expect(download.bytes.value == 2, "both additions count") }
  }
}

/// An operation that counts the bytes that have arrived.
private final class Received: MiniOperation, @unchecked Sendable {
  // Unchecked: `bytes` allows one access at a time, and shows what two without a lock do; the rest is constant.
  let bytes = Shared(0, "bytes")
  let lock = RecursiveLock(name: "bytes")
}
