import AsWritten
import Explorer
import Foundation
import LessonKit
import MiniOperations

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Two threads set the same state; each announcement is one of them that believes it has begun.
let asWritten = Scenario("two begin") { stage in
  let operation = MyOperation(thread: RunLoopThread(name: "N"))
  let begun = Counter()
  let observation = operation.observe(\.isExecuting) { _, _ in begun.raise() }
  for name in ["A", "B"] {
    stage.thread(name) { operation.status = .executing }
  }
  stage.finally {
    observation.invalidate()
    stage.expect(begun.value == 1, "one thread of the two begins")
  }
}

/// The same with a method that judges under the lock, and answers.
let judgedUnderTheLock = Scenario("two begin, repaired") { stage in
  let operation = repairedOperation()
  let begun = Counter()
  for name in ["A", "B"] {
    stage.thread(name) {
      // snippet: answer
      if operation.move(to: .executing) { begun.raise() }
      // end
    }
  }
  stage.finally { stage.expect(begun.value == 1, "one thread of the two begins") }
}

/// The older document's class, repaired.
func repairedOperation() -> Repaired.AFURLConnectionOperation {
  Repaired.AFURLConnectionOperation(request: URLRequest(url: URL(filePath: "/")))
}

/// Two threads call methods that every operation inherits, without a lock round them.
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

/// An operation that counts what has arrived.
private final class Received: MiniOperation, @unchecked Sendable {
  // Unchecked: the count is safe for one access at a time; the rest is constant.
  let bytes = Shared(0, "bytes")
  let lock = RecursiveLock(name: "bytes")
}
