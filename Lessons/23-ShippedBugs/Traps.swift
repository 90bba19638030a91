import Documents
import Explorer
import MiniOperations

/// A bug of the old queue: a scenario on the queue as it shipped, and the same on the repaired one.
struct Bug {
  let asShipped: Scenario
  let repaired: Scenario

  /// Sets up one scenario for both queues; `limit` is how many operations may run at a time.
  init(
    _ name: String, limit: Int = GNUstepQueue.pool,
    _ body: @escaping @Sendable (Stage, any SmallQueue) -> Void
  ) {
    asShipped = Scenario("\(name), as shipped") { body($0, GNUstepQueue(limit: limit)) }
    repaired = Scenario("\(name), repaired") { body($0, Repaired.GNUstepQueue(limit: limit)) }
  }
}

// snippet: bugs
/// A photo is added and started at once, while the user pauses it.
let startedUnderLock = Bug("added and paused") { stage, queue in
  let photo = MyOperation(thread: RunLoopThread(name: "network"))
  stage.thread("main") { queue.addOperation(photo) }
  stage.thread("user") { photo.pause() }
}

/// An upload announces that there is Wi-Fi; the operation that it depends on has not finished.
let leftLocked = Bug("Wi-Fi too early") { stage, queue in
  let upload = GatedOperation()
  upload.addDependency(MiniOperation())
  queue.addOperation(upload)
  stage.thread("main") { upload.open() }
  stage.thread("user") { _ = queue.operations }
}

/// A photo waits for a slot, and finishes before it gets one.
let lostSlot = Bug("cancelled in line", limit: 0) { stage, queue in
  let photo = MyOperation(thread: RunLoopThread(name: "network"))
  queue.addOperation(photo)
  stage.thread("main") {
    photo.cancel()
    photo.waitUntilFinished()
    queue.maxConcurrentOperationCount = 1
  }
  stage.finally { stage.expect(queue.operations.isEmpty, "a finished operation leaves the queue") }
}
// end

/// All schedules with one preemption, in which no pool thread gives up waiting early.
var bounds: Settings {
  var bounds = Settings(.exhaustive(preemptions: 1))
  bounds.surprises = 0
  return bounds
}
