import Synchronization

/// Stage 2, Lock: several threads may use an operation.
///
/// Stage 1 looked at the phase, and then changed it. Between the two another thread could look as well.
/// Here looking and changing are one step, because a lock is held during both.
class MiniOperation: @unchecked Sendable {
  // Unchecked, because a class with subclasses must be. It is true now: what changes is in `state`.

  // New: everything that changes is one value, and only the holder of the lock can reach it. Forgetting
  // to lock is no mistake that can be made: without `withLock` there is no way to the variables.
  struct State {
    enum Phase { case waiting, executing, finished }
    var phase = Phase.waiting
    var isCancelled = false

    // New: looks and changes in one step, and returns the phase that was entered, or nil. It runs
    // nothing and tells nothing. What it decides is done by the caller, when the lock is free again.
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
    // New: asked before the lock is taken. A subclass may answer it, with code that could lock too, and
    // a thread that takes this lock twice stops for ever. The answer may be old by the time the lock is
    // held; what counts is the phase, and that is looked at inside.
    let isReady = isReady
    guard let phase = state.withLock({ $0.start(isReady: isReady) }) else { return }
    // New: `main()` runs with the lock free. It may take minutes, and asks `isCancelled` meanwhile.
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
