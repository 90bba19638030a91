/// The life of an operation that can be paused, as plain data.
///
/// It knows no threads. Each event returns what its caller must do now, or is refused with nil,
/// and a refused caller stops: that alone repairs half of the traps.
struct PausableLife: Sendable {
  private(set) var status = MyOperationStatus.ready
  /// Whether `start()` was called; from then on the operation has its slot in the queue.
  private(set) var isStarted = false
  /// Which run of the task is current.
  ///
  /// A message or a callback of another run comes too late.
  private(set) var run = 0

  enum StartAction: Equatable {
    case beginRun(Int)
    case finish
    case waitForResume
  }

  mutating func start(isCancelled: Bool) -> StartAction? {
    guard !isStarted else { return nil }
    isStarted = true
    switch status {
    case .ready where isCancelled: return .finish
    case .ready: return .beginRun(beginRun())
    // The queue had handed it out before the pause, and will not call again.
    case .paused: return .waitForResume
    case .executing, .finished: return nil
    }
  }

  enum CancelAction: Equatable {
    case finish
    case leaveToQueue
  }

  /// What a cancelled operation needs in order to finish.
  mutating func cancel() -> CancelAction? {
    switch status {
    case .executing: return .finish
    case .paused where isStarted: return .finish
    case .paused:
      status = .ready
      return .leaveToQueue
    // A flag is enough: `start` checks it, and a queue starts each operation before it leaves.
    case .ready, .finished: return nil
    }
  }

  enum PauseAction: Equatable {
    case nothing
    case interruptTask
  }

  enum ResumeAction: Equatable {
    case beginRun(Int)
    case leaveToQueue
  }

  // snippet: runs
  mutating func pause(isCancelled: Bool) -> PauseAction? {
    guard !isCancelled else { return nil }
    switch status {
    case .ready:
      status = .paused
      return .nothing
    case .executing:
      status = .paused
      run += 1  // From now on, a message of the interrupted run comes too late.
      return .interruptTask
    case .paused, .finished: return nil
    }
  }

  mutating func resume() -> ResumeAction? {
    guard status == .paused else { return nil }
    if isStarted { return .beginRun(beginRun()) }
    status = .ready
    return .leaveToQueue
  }

  /// Nil if it is refused; `ended` is the run that is done, and nil stands for any.
  mutating func finish(run ended: Int?) -> Void? {
    guard status != .finished, ended == nil || ended == run else { return nil }
    status = .finished
    return ()
  }

  private mutating func beginRun() -> Int {
    status = .executing
    run += 1
    return run
  }
  // end
}

extension PausableLife: CustomStringConvertible {
  var description: String { "\(status), run \(run)" }
}
