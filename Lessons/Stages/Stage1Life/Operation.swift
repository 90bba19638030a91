/// Stage 1, Life: a task that has become an object.
///
/// A function runs when it is called, and is gone. An object can be kept, passed around, queried for its
/// state, and stopped. The price is that it needs a life: a few states, in an order that never reverses.
class MiniOperation: @unchecked Sendable {
  // `@unchecked Sendable` says: "several threads may use this, and the compiler need not check it." On
  // this stage that is not true. The scenario in StartedTwice.swift shows the consequence.

  /// The whole life: each phase is entered once, from the one before.
  enum Phase {
    /// Not started yet.
    case waiting
    /// `main()` is in progress.
    case executing
    /// The end, with the task done or not.
    case finished
  }

  private var phase = Phase.waiting
  /// Not one of the phases: a running operation can be cancelled, and continues to run.
  private(set) var isCancelled = false

  final var name: String?

  // Three questions with one answer each, computed from the phase. Three separate booleans could
  // contradict each other; these cannot.

  /// Whether nothing prevents a start; a subclass may have a condition of its own.
  var isReady: Bool { true }
  var isExecuting: Bool { phase == .executing }
  var isFinished: Bool { phase == .finished }

  /// The task: a subclass overrides it, and checks `isCancelled` wherever it can stop.
  func main() {}

  /// Runs the task on the calling thread, and returns when it has ended.
  ///
  /// An operation is a single shot: a second call does nothing. One that was cancelled before its start
  /// still has to finish, because others may wait for that; only its task is left out.
  func start() {
    guard phase == .waiting, isReady else { return }
    if !isCancelled {
      phase = .executing
      main()
    }
    phase = .finished
  }

  /// Requests the operation to stop: this interrupts nothing, and has no effect after the end.
  func cancel() {
    if !isFinished { isCancelled = true }
  }
}
