import Synchronization

/// Stage 2, Lock: several threads may use an operation.
///
/// Stage 1 checked the phase, and then changed it. Between the two another thread could check as well.
/// Here checking and changing are one step, because a lock is held during both.
class MiniOperation: @unchecked Sendable {
  // Unchecked, because a class with subclasses must be. It is true now: what changes is in `state`.

  // New: everything that changes is one value, and only the holder of the lock can reach it. It is
  // impossible to forget the lock: without `withLock` there is no access to the variables.
  struct State {
    enum Phase { case waiting, executing, finished }
    var phase = Phase.waiting
    var isCancelled = false

    // New: checks and changes in one step, and returns the phase that was entered, or nil. It runs
    // nothing and announces nothing. The caller does what it decides, after unlocking.
    mutating func start(isReady: Bool) -> Phase? {
      guard phase == .waiting, isReady else { return nil }
      phase = isCancelled ? .finished : .executing
      return phase
    }
  }

  private let state = Mutex(State())

  // New: not protected. Set it before another thread knows the operation.
  final var name: String?

  var isReady: Bool { true }
  var isExecuting: Bool { state.withLock { $0.phase == .executing } }
  var isFinished: Bool { state.withLock { $0.phase == .finished } }
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func main() {}

  func start() {
    // New: read before the lock is acquired. A subclass may override it with code that locks too, and a
    // thread that acquires this lock twice blocks forever. The answer may be out of date when the lock
    // is held; what counts is the phase, which is checked inside.
    let isReady = isReady
    guard let phase = state.withLock({ $0.start(isReady: isReady) }) else { return }
    // New: `main()` runs without the lock. It may take minutes, and checks `isCancelled` meanwhile.
    if phase == .executing {
      main()
      state.withLock { $0.phase = .finished }
    }
  }

  func cancel() {
    state.withLock { state in
      if state.phase != .finished { state.isCancelled = true }
    }
  }
}
