/// The phases of one operation, according to its announcements.
struct OperationTimeline: Sendable {
  /// The condition of an operation during a phase.
  enum Kind: CaseIterable, Sendable {
    /// It is not ready: it waits for a dependency, or for a gate of its own.
    case waiting
    /// It is ready and has not been started.
    case ready
    /// A thread works for it: a call of `start()`, of `main()`, of a block or for a message has not returned.
    case running
    /// It has announced that it executes, and no thread works for it: for example, it waits for an answer.
    case inProgress
    /// It is paused.
    case paused
    /// It has executed and has not announced that it is finished.
    case silent
  }

  struct Phase: Equatable, Sendable {
    let kind: Kind
    let from: Int
    var to: Int
    /// The thread that works, with a number after a name that several threads have; empty without a thread.
    var thread = ""
  }

  /// The name, with a number after it if others have the same name.
  var name: String
  /// In nanoseconds since the lesson began, as all times here.
  let began: Int
  private(set) var phases: [Phase] = []
  /// When threads worked for it, in the order of the beginnings; drawn on top of the phases.
  private(set) var runs: [Phase] = []
  private(set) var cancelled: Int?
  private(set) var finished: Int?
  private(set) var resumed: [Int] = []
  /// The names of the operations that it waited for.
  private(set) var dependencies: [String] = []

  /// Two milliseconds, a delay of a thread that is not a fault.
  private static let moment = 2_000_000

  private var isReady = false
  private var isExecuting = false
  private var isPaused = false
  /// Whether it stopped executing in the middle of the announcement of its end or of a pause.
  private var isEnding = false
  private var current: Phase?

  init(name: String, began: Int) {
    self.name = name
    self.began = began
  }

  var end: Int {
    max(phases.last?.to ?? began, finished ?? began, cancelled ?? began, runs.map(\.to).max() ?? began)
  }

  /// Whether it has announced that it executes.
  private(set) var hasExecuted = false

  /// Whether it was finished and executing at once, which is a fault.
  var runsFinished: Bool {
    finished.map { time in phases.contains { $0.kind == .inProgress && $0.to > time } } ?? false
  }

  /// Whether what a thread does for it from `time` on counts as work.
  ///
  /// A cancelled operation is started too, but only to finish.
  func isWork(from time: Int) -> Bool { hasExecuted || time < cancelled ?? .max }

  /// Records that a thread worked for it.
  mutating func add(_ run: Phase) {
    var run = run
    // Between the announced end and its return, the announcing thread calls the observers.
    if let finished, (run.from...run.to).contains(finished), run.to - finished < OperationTimeline.moment {
      run.to = finished
    }
    runs.append(run)
  }

  /// Records a change without assuming a legal order: an operation that finishes before it stops executing is drawn so.
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
      resumed.append(time)
    case .cancelled: cancelled = cancelled ?? time
    case .finished: finished = finished ?? time
    case .dependencies(let names): if !hasExecuted && finished == nil { dependencies = names }
    case .suspended, .resumed, .note: return
    }
    guard kind != current?.kind else { return }
    // Normally the end of execution is announced a moment before the next event. A change that was under way then
    // may take longer, because its thread had to wait for a processor.
    if let phase = current, phase.kind == .silent, isEnding || time - phase.from < OperationTimeline.moment {
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
    if phase.to > phase.from || phase.kind == .inProgress { phases.append(phase) }
  }

  /// Its present condition; nil if nothing more is expected.
  private var kind: Kind? {
    if isPaused && finished == nil { return .paused }
    if isExecuting { return .inProgress }
    if finished != nil { return nil }
    if hasExecuted && resumed.isEmpty { return .silent }
    return isReady ? .ready : .waiting
  }
}
