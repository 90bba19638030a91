import AsWritten
import Explorer
import LessonKit
import MiniOperations

/// A race of the documents' classes, and the same scenario on the repaired class.
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

/// The three races, from one thread too many to one lock too few.
let races = [
  Race(
    "T18", "the state is written after the thread has begun", { MyConcurrentOperation {} as MiniOperation },
    repaired: { Repaired.MyConcurrentOperation {} }
  ) { stage, operation in
    // snippet: T18
    stage.thread("M") { operation.start() }
    stage.finally {
      stage.expect(
        operation.isFinished && !operation.isExecuting, "a finished operation is not executing")
    }
    // end
  },
  Race(
    "T6", "isCancelled is asked before the lock is taken",
    { MyOperation(thread: RunLoopThread(name: "N")) as any Pausable },
    repaired: { Repaired.MyOperation(thread: RunLoopThread(name: "N")) }
  ) { stage, operation in
    let wasPaused = Counter()
    operation.start()
    stage.thread("A") { operation.pause() }
    stage.thread("B") {
      operation.cancel()
      if operation.isPaused { wasPaused.raise() }
    }
    stage.finally {
      stage.expect(
        operation.isFinished || wasPaused.value == 1,
        "not paused when it was cancelled, it comes to its end")
    }
  },
  Race(
    "T12", "a move is judged before the lock is taken", forgetfulConnection,
    repaired: {
      let network = RunLoopThread(name: "N")
      return Repaired.MyConnectionOperation(thread: network) { done in network.post(done) }
    }, endsWhilePaused),
]

/// The class of T12 as it stands in the document, with the lock that hides the fault.
let latent = Scenario("T12, all its locks") { stage in
  endsWhilePaused(stage, connection())
}

/// A pause, while the connection of an operation comes to its end.
@Sendable private func endsWhilePaused(_ stage: Stage, _ operation: any Pausable) {
  let observation = operation.observe(forKey: "isPaused") { operation, _ in
    guard let operation = operation as? any Pausable else { return }
    stage.expect(operation.isPaused || !operation.isFinished, "a paused operation ends after a resume only")
  }
  operation.start()
  stage.thread("M") { operation.pause() }
  stage.finally { observation.invalidate() }
}

/// The document's class, with the lock that hides the fault.
@Sendable private func connection() -> any Pausable {
  let network = RunLoopThread(name: "N")
  return MyConnectionOperation(thread: network) { operation in network.post { operation.finish() } }
}

/// The same class with that one lock forgotten.
@Sendable private func forgetfulConnection() -> any Pausable {
  let network = RunLoopThread(name: "N")
  return MyForgetfulOperation(thread: network) { operation in network.post { operation.finish() } }
}
