/// The life of one operation, according to its announcements.
struct OperationLife {
  typealias Phase = Record.Drawing.Phase

  /// What it has announced so far, without the operations that it waited for.
  private(set) var drawn: Record.Drawing.Operation
  /// The names of the operations that it waited for.
  private(set) var dependencies: [String] = []

  /// Two milliseconds, a delay of a thread that is not a fault.
  private static let moment = 2_000_000

  private var isReady = false
  private var isExecuting = false
  private var hasExecuted = false
  private var isPaused = false
  /// Whether it stopped executing in the middle of the announcement of its end or of a pause.
  private var isEnding = false
  private var current: Phase?

  init(name: String, began: Int) {
    drawn = .init(name: name, began: began, resumed: [], after: [], phases: [], runs: [])
  }

  /// Whether what a thread does for it from `time` on counts as work.
  ///
  /// A cancelled operation is started too, but only to finish.
  func isWork(from time: Int) -> Bool { hasExecuted || time < drawn.cancelled ?? .max }

  /// Records that a thread worked for it.
  mutating func add(_ run: Phase) {
    var run = run
    // Between the announced end and its return, the announcing thread calls the observers.
    if let finished = drawn.finished, (run.from...run.to).contains(finished),
      run.to - finished < OperationLife.moment
    {
      run.to = finished
    }
    drawn.runs.append(run)
  }

  /// Records a change without assuming a legal order.
  ///
  /// An operation that finishes before it stops executing is drawn so.
  mutating func take(_ change: Event.Change, at time: Int, isBetweenHalves: Bool = false) {
    switch change {
    case .ready: isReady = true
    case .notReady: isReady = false
    case .executing:
      isExecuting = true
      hasExecuted = true
    case .notExecuting:
      isExecuting = false
      isEnding = isBetweenHalves
    case .paused: isPaused = true
    case .notPaused:
      isPaused = false
      drawn.resumed.append(time)
    case .cancelled: drawn.cancelled = drawn.cancelled ?? time
    case .finished: drawn.finished = drawn.finished ?? time
    case .dependencies(let names): if !hasExecuted && drawn.finished == nil { dependencies = names }
    case .suspended, .resumed, .note: return
    }
    guard kind != current?.kind else { return }
    // Normally the end of execution is announced a moment before the next event. A change that was under way
    // then may take longer, because its thread had to wait for a processor.
    if let phase = current, phase.kind == .silent, isEnding || time - phase.from < OperationLife.moment {
      current = nil
    }
    endPhase(at: time)
    current = kind.map { Phase(kind: $0, from: time, to: time) }
  }

  /// Ends the current phase; work in progress when the recording ends is drawn to that time.
  mutating func endPhase(at time: Int) {
    guard var phase = current else { return }
    current = nil
    phase.to = max(time, phase.from)
    if phase.to > phase.from || phase.kind == .inProgress { drawn.phases.append(phase) }
  }

  /// Its present condition; nil if nothing more is expected.
  private var kind: Phase.Kind? {
    if isPaused && drawn.finished == nil { return .paused }
    if isExecuting { return .inProgress }
    if drawn.finished != nil { return nil }
    if hasExecuted && drawn.resumed.isEmpty { return .silent }
    return isReady ? .ready : .waiting
  }
}
