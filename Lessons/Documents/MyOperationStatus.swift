// The states of "自定义NSOperation子类" (2015-09-23), and its two C functions.
//
// Different from the document: `Excuting` is spelt `executing`, and the branches for numbers that are not a
// state are gone, in both functions.

/// The states of ``MyOperation``, with the document's numbers.
public enum MyOperationStatus: Int, Sendable, CaseIterable {
  /// Waits for its start.
  case ready = 1
  /// The task runs, or is about to.
  case executing = 2
  /// The task was interrupted. The framework knows no such state.
  case paused = 3
  /// The end.
  case finished = 4
}

/// The key under which observers, and the queue, are notified that an operation enters or leaves a state.
public func afKeyPathFromOperationState(_ status: MyOperationStatus) -> String {
  switch status {
  case .ready: "isReady"
  case .executing: "isExecuting"
  case .paused: "isPaused"
  case .finished: "isFinished"
  }
}

/// Whether an operation may go from one state to another.
public func afStateTransitionIsValid(
  from: MyOperationStatus, to: MyOperationStatus, isCancelled: Bool
) -> Bool {
  switch from {
  case .ready:
    switch to {
    case .paused, .executing: true
    // T9: this lets an operation finish that was never started.
    case .finished: isCancelled
    case .ready: false
    }
  case .executing:
    switch to {
    case .paused, .finished: true
    case .ready, .executing: false
    }
  case .finished:
    false
  case .paused:
    // T1, T5, T6: no way to the end, not even for a task that is done or an operation that was cancelled.
    to == .ready
  }
}
