import Dispatch
import Documents
import Explorer
import MiniOperations
import Synchronization

/// Two threads assign the same state; each announcement stands for a thread that believes it has begun.
let validatedBeforeLocking = Scenario("validated before locking") { stage in
  let operation = MyOperation(thread: RunLoopThread(name: "N"))
  let begun = Mutex(0)
  let observation = operation.observe(\.isExecuting) { _, _ in begun.withLock { $0 += 1 } }
  for name in ["A", "B"] {
    stage.thread(name) { operation.status = .executing }
  }
  stage.finally {
    observation.invalidate()
    stage.expect(begun.withLock { $0 } == 1, "one of the two threads begins")
  }
}

/// The same with a method that validates under the lock, and returns whether it changed the state.
let validatedUnderTheLock = Scenario("validated under the lock") { stage in
  let download = Download("download", repaired)
  let begun = Mutex(0)
  for name in ["A", "B"] {
    stage.thread(name) {
      if download.move(to: .executing) { begun.withLock { $0 += 1 } }
    }
  }
  stage.finally { stage.expect(begun.withLock { $0 } == 1, "one of the two threads begins") }
}

/// Started, paused and cancelled, on three threads.
let startedAndCancelled = Scenario("started, paused and cancelled") { stage in
  let download = Download("download", repaired)
  stage.thread("worker") { download.start() }
  stage.thread("user") { _ = download.pause() }
  stage.thread("main") { download.cancel() }
  stage.finally { stage.expect(download.isFinished, "it has finished") }
}

/// Whether a download that is paused and cancelled before its start finishes in `start()`, and not earlier.
func waitsForItsStart() -> Bool {
  let download = Download("unstarted", repaired)
  _ = download.pause()
  download.cancel()
  guard !download.isFinished else { return false }
  download.start()
  return download.isFinished
}

/// Used in place of the main queue: notifications posted here have no observer.
let nowhere = DispatchQueue(label: "nowhere")

/// A published download, which has two flags and announces `isFinished` first.
let twoFlags = dependentLooks("finished, still executing") { begin in
  TestOperation(mainQueue: nowhere, transfer: begin)
}

/// The repaired download, which has one state.
let oneState = dependentLooks("the same with one state") { begin in
  Repaired.TestOperation(mainQueue: nowhere) { done in
    begin(done)
    return {}
  }
}

/// A dependent reads the state of the download that it has waited for, as soon as it may start.
private func dependentLooks(
  _ name: String, _ make: @escaping @Sendable (@escaping TestOperation.Transfer) -> MiniOperation
) -> Scenario {
  Scenario(name) { stage in
    let network = RunLoopThread(name: "network")
    let download = make { done in network.post { done(nil) } }
    download.name = "download"
    let dependent = MiniBlockOperation { [unowned download] in
      let (isExecuting, isFinished) = (download.isExecuting, download.isFinished)
      point(isExecuting && isFinished ? "finds both true" : "finds one of them true")
      stage.expect(!(isExecuting && isFinished), "a finished operation is not executing")
    }
    dependent.name = "dependent"
    dependent.addDependency(download)
    let queue = MiniOperationQueue()
    queue.name = "queue"
    stage.thread("main") { queue.addOperations([download, dependent], waitUntilFinished: false) }
  }
}
