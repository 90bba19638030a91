import Dispatch
import Synchronization

/// Stage 4, Observation: an operation announces its changes, and may end later than `start()` returns.
class MiniOperation: @unchecked Sendable {
  // New: called with the operation and the key that has changed. The value is read, not passed along: a
  // value in a message can be out of date when it arrives.
  typealias Observer = @Sendable (MiniOperation, String) -> Void
  enum QueuePriority: Int { case veryLow = -8, low = -4, normal = 0, high = 4, veryHigh = 8 }

  struct State {
    enum Phase { case waiting, executing, finished }
    var phase = Phase.waiting
    var isCancelled = false
    var priority = QueuePriority.normal
    var isClaimed = false
    var dependencies: [MiniOperation] = []
    var unfinished = 0
    var dependents: [Dependent]? = []
    var observers: [Observer] = []

    var isReady: Bool { unfinished <= 0 || isCancelled || phase != .waiting }

    mutating func start(isReady: Bool) -> Phase? {
      guard phase == .waiting, isReady || isClaimed else { return nil }
      phase = isCancelled ? .finished : .executing
      return phase
    }
  }

  struct Dependent {
    weak var operation: MiniOperation?
  }

  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  // New: set before another thread knows the operation, like the name. The block runs once, after the end.
  final var completionBlock: (@Sendable () -> Void)?
  final var name: String?

  var isReady: Bool { state.withLock { $0.isReady } }
  var isExecuting: Bool { state.withLock { $0.phase == .executing } }
  var isFinished: Bool { state.withLock { $0.phase == .finished } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  final var dependencies: [MiniOperation] { state.withLock { $0.dependencies } }

  // New: nothing reads it on this stage. It is announced for the queue of the next stage, which reads it.
  final var queuePriority: QueuePriority {
    get { state.withLock { $0.priority } }
    set { change { $0.priority = newValue } }
  }

  func main() {}

  func start() {
    let isReady = isReady
    guard let phase = state.withLock({ $0.start(isReady: isReady) }) else { return }
    if phase == .executing {
      tell("isExecuting")
      main()
      state.withLock { $0.phase = .finished }
    }
    // New: a subclass may override `isFinished`, and return false although `main()` has returned. Then
    // this is not the end. The end comes when the subclass announces it, see `didChangeValue`.
    if isFinished { end(telling: phase == .executing ? ["isExecuting", "isFinished"] : ["isFinished"]) }
  }

  func cancel() {
    change { state in
      if state.dependents != nil { state.isCancelled = true }
    }
  }

  final func addDependency(_ other: MiniOperation) {
    guard !dependencies.contains(where: { $0 === other }) else { return }
    let mustWait = !other.isFinished
    change { state in
      state.dependencies.append(other)
      if mustWait { state.unfinished += 1 }
    }
    guard mustWait else { return }
    let isListed = other.state.withLock { $0.dependents?.append(Dependent(operation: self)) != nil }
    if !isListed { dependencyEnded() }
  }

  final func waitUntilFinished() {
    ended.wait()
    ended.signal()
  }

  // New: calls `observer` at every change from now on, until the end.
  final func observe(_ observer: @escaping Observer) {
    state.withLock { $0.observers.append(observer) }
  }

  // New: reserves the start for a caller that observes, and decides itself when the operation is ready.
  // True for one caller only. From then on `start()` does not check `isReady` again.
  final func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed && state.phase == .waiting
    }
  }

  // New: for a subclass with properties of its own. Nothing else can know when they change.
  final func didChangeValue(forKey key: String) {
    if key == "isFinished" && isFinished { end(telling: [key]) } else { tell(key) }
  }

  private func end(telling keys: [String]) {
    let (dependents, observers) = state.withLock { state in
      state.phase = .finished
      // New: observers are released as well; what they retain must not live as long as the operation.
      defer { (state.dependents, state.observers) = (nil, []) }
      return (state.dependents, state.observers)
    }
    guard let dependents else { return }
    // New: the order matters to observers. Dependents are ready when observers are notified of the end,
    // and observers have been notified when waiting threads resume.
    for dependent in dependents { dependent.operation?.dependencyEnded() }
    for key in keys { for observer in observers { observer(self, key) } }
    ended.signal()
    completionBlock.take()?()
  }

  private func dependencyEnded() {
    change { $0.unfinished -= 1 }
  }

  // New: changes the state, unlocks, then announces the values that differ. An observer may query the
  // operation, cancel it, or link it: all of that acquires the lock.
  private func change(_ body: (inout State) -> Void) {
    let (old, new) = state.withLock { state in
      let old = (state.isCancelled, state.priority, state.isReady)
      body(&state)
      return (old, (state.isCancelled, state.priority, state.isReady))
    }
    if old.0 != new.0 { tell("isCancelled") }
    if old.1 != new.1 { tell("queuePriority") }
    if old.2 != new.2 { tell("isReady") }
  }

  private func tell(_ key: String) {
    for observer in state.withLock({ $0.observers }) { observer(self, key) }
  }
}
