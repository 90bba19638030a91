import Documents
import Explorer
import MiniOperations
import Synchronization

/// A race of a class that shipped, and the same scenario on the repaired class.
struct Race {
  let id: String
  let title: String
  let asWritten: Scenario
  let repaired: Scenario

  init<Subject>(
    _ id: String, _ title: String, _ asWritten: @escaping @Sendable () -> Subject,
    repaired: @escaping @Sendable () -> Subject,
    _ scenario: @escaping @Sendable (Stage, Subject) -> Void
  ) {
    self.id = id
    self.title = title
    self.asWritten = Scenario(id) { stage in scenario(stage, asWritten()) }
    self.repaired = Scenario("\(id), repaired") { stage in scenario(stage, repaired()) }
  }
}

/// An operation that can be paused, as written or repaired.
protocol Pausable: MiniOperation {
  var isPaused: Bool { get }
  func pause()
}

extension MyOperation: Pausable {}
extension Repaired.MyOperation: Pausable {}

/// The three races.
let races = [
  Race(
    "T18", "its state is written after its thread has begun", { MyConcurrentOperation {} as MiniOperation },
    repaired: { Repaired.MyConcurrentOperation {} }
  ) { stage, operation in
    stage.thread("M") { operation.start() }
    stage.finally {
      stage.expect(
        operation.isFinished && !operation.isExecuting, "a finished operation is not executing")
    }
  },
  Race(
    "T6", "isCancelled is checked before the lock is acquired",
    { MyOperation(thread: RunLoopThread(name: "N")) as any Pausable },
    repaired: { Repaired.MyOperation(thread: RunLoopThread(name: "N")) }
  ) { stage, operation in
    let wasPaused = Mutex(false)
    operation.start()
    stage.thread("A") { operation.pause() }
    stage.thread("B") {
      operation.cancel()
      if operation.isPaused { wasPaused.withLock { $0 = true } }
    }
    stage.finally {
      stage.expect(
        operation.isFinished || wasPaused.withLock { $0 },
        "an operation that was cancelled while not paused finishes")
    }
  },
  Race(
    "T12", "a transition is validated before the lock is acquired", forgetfulConnection,
    repaired: {
      let network = RunLoopThread(name: "N")
      return Repaired.MyConnectionOperation(thread: network) { done in network.post(done) }
    }, finishesWhilePaused),
]

/// T12 in the class as it shipped, with the lock that hides the fault.
let hidden = Scenario("T12, all its locks") { stage in
  finishesWhilePaused(stage, connection())
}

/// `pause()`, while the connection of the operation finishes.
@Sendable private func finishesWhilePaused(_ stage: Stage, _ operation: any Pausable) {
  let observation = operation.observe(forKey: "isPaused") { operation, _ in
    guard let operation = operation as? any Pausable else { return }
    stage.expect(
      operation.isPaused || !operation.isFinished, "a paused operation finishes only after resume()")
  }
  operation.start()
  stage.thread("M") { operation.pause() }
  stage.finally { observation.invalidate() }
}

/// The class as it shipped, with the lock that hides the fault.
@Sendable private func connection() -> any Pausable {
  let network = RunLoopThread(name: "N")
  return MyConnectionOperation(thread: network) { operation in network.post { operation.finish() } }
}

/// The same class without that lock.
@Sendable private func forgetfulConnection() -> any Pausable {
  let network = RunLoopThread(name: "N")
  return MyForgetfulOperation(thread: network) { operation in network.post { operation.finish() } }
}
