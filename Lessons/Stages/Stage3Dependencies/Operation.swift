import Dispatch
import Synchronization

/// Stage 3, Dependencies: an operation can wait for others, and a thread can wait for an operation.
class MiniOperation: @unchecked Sendable {
  struct State {
    enum Phase { case waiting, executing, finished }
    var phase = Phase.waiting
    var isCancelled = false

    // New: a dependency is recorded on both sides. This side keeps the others alive, and counts them.
    var dependencies: [MiniOperation] = []
    var unfinished = 0
    // New: the other side knows which operations wait for its end. From then on there is no list, so
    // each is counted down once, and an operation that comes too late sees that it need not wait.
    var dependents: [Dependent]? = []

    // New: the count has a meaning before the start only. A cancelled operation is ready, whatever it
    // waits for: it has to be started to finish, and there is no task to wait with.
    var isReady: Bool { unfinished <= 0 || isCancelled || phase != .waiting }

    mutating func start(isReady: Bool) -> Phase? {
      guard phase == .waiting, isReady else { return nil }
      phase = isCancelled ? .finished : .executing
      return phase
    }
  }

  // New: weak, because `dependencies` retains the other end. Two that retain each other are never released.
  struct Dependent {
    weak var operation: MiniOperation?
  }

  private let state = Mutex(State())
  // New: 0 until the end, 1 afterwards.
  private let ended = DispatchSemaphore(value: 0)

  final var name: String?

  var isReady: Bool { state.withLock { $0.isReady } }
  var isExecuting: Bool { state.withLock { $0.phase == .executing } }
  var isFinished: Bool { state.withLock { $0.phase == .finished } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }
  final var dependencies: [MiniOperation] { state.withLock { $0.dependencies } }

  func main() {}

  func start() {
    let isReady = isReady
    guard let phase = state.withLock({ $0.start(isReady: isReady) }) else { return }
    if phase == .executing { main() }
    end()
  }

  func cancel() {
    state.withLock { state in
      if state.phase != .finished { state.isCancelled = true }
    }
  }

  // New: lets this operation wait for `other`, whose end counts, however it ends.
  final func addDependency(_ other: MiniOperation) {
    guard !dependencies.contains(where: { $0 === other }) else { return }
    let mustWait = !other.isFinished
    state.withLock { state in
      state.dependencies.append(other)
      if mustWait { state.unfinished += 1 }
    }
    guard mustWait else { return }
    // Two locks, and never both at once: two threads that link two operations in opposite directions
    // would each hold one and wait for the other. So `other` may end here, before this operation is
    // on its list. Then it has no list any more, and this operation counts itself down.
    let isListed = other.state.withLock { $0.dependents?.append(Dependent(operation: self)) != nil }
    if !isListed { dependencyEnded() }
  }

  // New: blocks the calling thread until the end. Each thread that resumes lets the next one resume.
  final func waitUntilFinished() {
    ended.wait()
    ended.signal()
  }

  // New: what happens once, at the end. It is decided under the lock and done after it.
  private func end() {
    let dependents = state.withLock { state in
      state.phase = .finished
      return state.dependents.take()
    }
    guard let dependents else { return }
    for dependent in dependents { dependent.operation?.dependencyEnded() }
    ended.signal()
  }

  private func dependencyEnded() {
    state.withLock { $0.unfinished -= 1 }
  }
}
