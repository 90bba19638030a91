// The states of "AFNetworking、AFURLConnectionOperation二" (2015-09-17), and its two C functions.
//
// Different from the document: the branches for numbers that are not a state are gone. Its text calls two of
// the keys `isPause` and `isCancel` (line 55); the function spells the first one `isPaused`, as here, and has
// no second one.

/// The states of ``AFURLConnectionOperation``, with the library's numbers.
public enum AFOperationState: Int, Sendable, CaseIterable {
  /// The task was interrupted.
  case paused = -1
  /// Waits for its start.
  case ready = 1
  /// The task runs, or is about to.
  case executing = 2
  /// The end.
  case finished = 3
}

/// The key under which observers, and the queue, are notified that an operation enters or leaves a state.
public func afKeyPathFromOperationState(_ state: AFOperationState) -> String {
  switch state {
  case .ready: "isReady"
  case .executing: "isExecuting"
  case .finished: "isFinished"
  case .paused: "isPaused"
  }
}

/// Whether an operation may go from one state to another: the table of ``MyOperationStatus``.
public func afStateTransitionIsValid(
  from: AFOperationState, to: AFOperationState, isCancelled: Bool
) -> Bool {
  switch from {
  case .ready:
    switch to {
    case .paused, .executing: true
    case .finished: isCancelled
    case .ready: false
    }
  case .executing:
    switch to {
    case .paused, .finished: true
    case .ready, .executing: false
    }
  case .finished: false
  case .paused: to == .ready
  }
}
