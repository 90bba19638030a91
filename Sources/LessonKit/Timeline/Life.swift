/// One operation's life, as far as its announcements tell.
struct Life: Sendable {
  /// What an operation does for a while.
  enum Kind: CaseIterable, Sendable {
    /// It is not ready: it waits for a dependency, or for a gate of its own.
    case waiting
    /// It is ready, and nobody has started it.
    case ready
    /// It executes.
    case running
    /// It is paused.
    case paused
    /// It has executed and has not announced that it is finished.
    case silent
  }

  struct Phase: Equatable, Sendable {
    let kind: Kind
    let from: Int
    var to: Int
    /// Where it began to execute; empty for what is done on no thread.
    var thread = ""
  }

  /// The name, with a number behind it if others have the same one.
  var name: String
  /// In nanoseconds since the lesson began, as all times here.
  let began: Int
  private(set) var phases: [Phase] = []
  private(set) var cancelled: Int?
  private(set) var finished: Int?
  private(set) var resumed: [Int] = []
  /// The names of the operations that it waited for.
  private(set) var dependencies: [String] = []

  /// Two milliseconds, in which a thread may be kept from going on without anything being wrong.
  private static let moment = 2_000_000

  private var isReady = false
  private var isExecuting = false
  private var isPaused = false
  private var hasExecuted = false
  private var current: Phase?

  init(name: String, began: Int) {
    self.name = name
    self.began = began
  }

  var end: Int { max(phases.last?.to ?? began, finished ?? began, cancelled ?? began) }

  var runs: [Phase] { phases.filter { $0.kind == .running } }

  /// Whether it was finished and executing at once, which should not be.
  var runsFinished: Bool { finished.map { time in runs.contains { $0.to > time } } ?? false }

  /// Records a change, and takes nothing for granted: what finishes before it stops to execute is drawn so.
  mutating func take(_ change: Event.Change, at time: Int, on thread: String) {
    switch change {
    case .ready: isReady = true
    case .notReady: isReady = false
    case .executing:
      isExecuting = true
      hasExecuted = true
    case .notExecuting: isExecuting = false
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
    // Everybody announces the end of execution a moment before whatever comes then.
    if let phase = current, phase.kind == .silent, time - phase.from < Life.moment { current = nil }
    endPhase(at: time)
    current = kind.map { Phase(kind: $0, from: time, to: time, thread: $0 == .running ? thread : "") }
  }

  /// Ends what goes on; something that goes on when the recording ends is drawn to its end.
  mutating func endPhase(at time: Int) {
    guard var phase = current else { return }
    current = nil
    phase.to = max(time, phase.from)
    if phase.to > phase.from || phase.kind == .running { phases.append(phase) }
  }

  /// What it does now; nil when nothing more is expected of it.
  private var kind: Kind? {
    if isPaused && finished == nil { return .paused }
    if isExecuting { return .running }
    if finished != nil { return nil }
    if hasExecuted && resumed.isEmpty { return .silent }
    return isReady ? .ready : .waiting
  }
}
