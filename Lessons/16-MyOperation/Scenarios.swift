import AsWritten
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
