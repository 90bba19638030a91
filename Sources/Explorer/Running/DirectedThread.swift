/// One thread of a scenario, as the engine sees it.
struct DirectedThread {
  /// What the thread is doing.
  enum State {
    /// Declared, and not started before the set-up is over.
    case declared
    /// It can continue.
    case ready
    /// It can continue when this lock is free.
    case wants(lock: Int)
    /// It has released this lock and waits for a signal. `forWork` if no thread is expected to send one.
    case waits(on: Int, until: Duration?, forWork: Bool)
    /// It can continue when this is true, which steps that touch the resource change.
    case awaits(resource: Int, until: Duration?, isOpen: @Sendable () -> Bool)
    /// It is a task without a job: something must resume it.
    case suspended
    /// It sleeps until then.
    case sleeps(until: Duration)
    /// It has ended.
    case ended
  }

  let name: String
  /// Whether the scenario declared it; the others belong to the framework, or were started by threads.
  let isDeclared: Bool
  let isWorker: Bool
  /// How many the schedule had started before it: unlike its place, this is never reused.
  var number: UInt64 = 0
  var state: State
  /// Where it runs, from its first step on.
  var lane: Lane?
  var body: (@Sendable () -> Void)?
  /// When it began to wait: the first waiter is the first to be signalled.
  var ticket = 0
  /// Whether its last wait ended because the time had come.
  var isTimedOut = false
  /// What it does if it runs jobs; nil for a thread that runs its body and ends.
  var job: Job?
  /// Whether it continues because its wait or sleep ended before it must.
  var isSurprised = false
  /// The step that let it continue, and whether that was the passing of time; nil if none had to.
  var enabler: Int?
  var isWokenByTime = false
  /// The lock that its running step acquired first.
  var took: Int?
  /// Whether its running step began where it could have had to wait for anything but a lock.
  var hasAwaited = false
  /// What it was last about to do; known while a schedule is recorded.
  var intention = "begins"
  /// Whether that concerns the framework's own locks.
  var intendsInner = false
  /// Where the scenario declared it.
  var declaration: SourcePlace?

  /// Forgets how its running step began.
  mutating func endStep() {
    (enabler, took) = (nil, nil)
    (isWokenByTime, isSurprised, hasAwaited) = (false, false, false)
  }

  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// Whether it may still be in this state at the end of a schedule.
  var waitsForWork: Bool {
    if case .waits(_, _, true) = state { !isDeclared } else { false }
  }

  /// The time at which it wakes by itself.
  var deadline: Duration? {
    switch state {
    case .sleeps(let deadline): deadline
    case .waits(_, let deadline, _), .awaits(_, let deadline, _): deadline
    case .declared, .ready, .wants, .suspended, .ended: nil
    }
  }
}
