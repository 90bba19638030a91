import MiniOperations
import Synchronization

/// Runs one schedule after the other: real threads, of which one runs at a time.
///
/// The running thread holds *the baton*. At each point it asks the chooser
/// which thread is next, and hands the baton over if it is another. All
/// variables below belong to the thread that holds it, so none needs a lock. If
/// the same thread continues, nothing is handed over, and a point costs no more
/// than a check of the others.
final class Engine: @unchecked Sendable {
  // Unchecked: what is not atomic is touched only by the thread that holds the baton.

  enum Phase {
    /// The scenario's closure runs; declared threads have not begun.
    case setUp
    /// The chooser decides.
    case running
    /// The checks at the end run, and the remaining threads end.
    case closing
  }

  let scenario: Scenario
  let settings: Settings
  let control = Control()
  let token: TokenBuffer
  /// Whether code after the start of a thread, an unlock or a sleep is assumed to touch ordinary variables.
  let isSuspicious: Bool
  // Used in every step, so neither reference-counted nor checked for exclusive
  // access: code that runs an engine keeps its chooser alive, and one thread at
  // a time uses all this.
  @exclusivity(unchecked) private var chooser: Unmanaged<Chooser>!
  private var choosers: [Chooser] = []
  /// Whether the chooser is notified of each ended step.
  @exclusivity(unchecked) private(set) var followsSteps = false
  /// Records what happens, if the record is needed.
  @exclusivity(unchecked) private(set) var recorder: Recorder?
  var isWrittenDown: Bool { recorder != nil }

  // The running schedule.
  @exclusivity(unchecked) var phase = Phase.setUp
  let threads = DirectedThreads()
  @exclusivity(unchecked) var current = 0
  @exclusivity(unchecked) var resources: Resources
  @exclusivity(unchecked) var footprint = Footprint()
  @exclusivity(unchecked) var time = Duration.zero
  @exclusivity(unchecked) var stage: Stage?
  @exclusivity(unchecked) private(set) var finding: Finding?
  private var failed: Outcome?
  @exclusivity(unchecked) var deviations: [Deviation] = []
  @exclusivity(unchecked) var steps = 0
  /// Steps of all schedules, for the watchdog.
  @exclusivity(unchecked) var points = 0
  @exclusivity(unchecked) var decisions = 0
  @exclusivity(unchecked) var preemptions = 0
  @exclusivity(unchecked) var switches = 0
  /// How many steps have ended.
  @exclusivity(unchecked) var events = 0
  /// The threads whose last wait or sleep could end before it must, a bit for each.
  @exclusivity(unchecked) var surprisable: UInt64 = 0
  /// How many waits and sleeps ended earlier than they must.
  @exclusivity(unchecked) var surprises = 0
  /// Whether another surprise would have been possible and ``Settings/surprises`` was reached.
  @exclusivity(unchecked) var lackedSurprises = false
  @exclusivity(unchecked) var memory = MemoryUses()
  /// The first data race of the schedule.
  @exclusivity(unchecked) var dataRace: Finding?
  /// The first schedule with one.
  private(set) var firstRace: Outcome?
  /// Whether a data race ends the schedule like any other finding, or is only remembered.
  var racesAreFindings = false
  /// Locks that were held from one step to a later one.
  @exclusivity(unchecked) var holds: [Hold] = []
  /// For how many decisions in succession one thread has been the default.
  @exclusivity(unchecked) var streak = 0
  @exclusivity(unchecked) var lastTicket = 0
  @exclusivity(unchecked) var signature: UInt64 = 0
  /// How many of the framework's own locks are held, and of the program's.
  @exclusivity(unchecked) var heldInFramework = 0
  @exclusivity(unchecked) var heldInProgram = 0
  /// Whether a check or a watch runs, which reads values and must not be paused in between.
  @exclusivity(unchecked) var isInspecting = false
  @exclusivity(unchecked) private(set) var checksAlways = false
  @exclusivity(unchecked) private(set) var wantsInspection = false
  /// What asks each queue at the end for an operation that will never finish.
  @exclusivity(unchecked) var checksAtEnd: [@Sendable () -> String?] = []
  @exclusivity(unchecked) var startedThreads: UInt64 = 0
  @exclusivity(unchecked) var tasks = DirectedTasks()
  /// What global objects keep for this schedule only.
  var locals: [UInt64: AnyObject] = [:]
  private(set) lazy var directedWorkers = DirectedWorkers(self)

  // The lanes.
  /// How often the baton was handed from one lane to another.
  @exclusivity(unchecked) var handOvers = 0
  @exclusivity(unchecked) var freeLanes: [Lane] = []
  let core = Core()
  /// Distinguishes this engine's resources from those of others.
  let number = Engine.lastNumber.add(1, ordering: .relaxed).newValue & 0xFFF
  private static let lastNumber = Atomic<UInt64>(0)
  var driver: Lane!

  init(_ scenario: Scenario, _ settings: Settings, _ notes: SharingNotes, _ token: TokenBuffer) {
    self.scenario = scenario
    self.settings = settings
    self.token = token
    resources = Resources(notes: notes, engine: number)
    isSuspicious = settings.isSuspicious
    _ = Strangers.isWatching
    Strangers.all.forget(number)
  }

  /// Runs schedules until no chooser wants another, one has found something, or the engine stops.
  ///
  /// Several choosers are run one after the other without waking the calling thread in between: that takes
  /// longer than some schedules.
  ///
  /// - Parameter tick: Called now and then in the meantime, with the number of schedules so far.
  func run(_ choosers: [Chooser], _ recorder: Recorder?, tick: (Int) -> Void) -> Control.Ending {
    self.choosers = choosers
    self.recorder = recorder
    if driver == nil { driver = Lane(on: core, of: control.crew) { [self] _ in drive() } }
    driver.baton.give()
    return withExtendedLifetime(choosers) {
      control.waitForEnd(patience: settings.watchdog, tick: tick)
    }
  }

  private func drive() {
    for chooser in choosers {
      runSchedules(of: chooser)
      if control.isRetired { return }
      if finding != nil || control.isToldToEnd.load(ordering: .relaxed) { break }
    }
    control.end()
  }

  private func runSchedules(of chooser: Chooser) {
    self.chooser = .passUnretained(chooser)
    followsSteps = chooser.followsSteps
    repeat {
      withChooser { $0.scheduleBegins(on: self) }
      runSchedule()
      if control.isRetired { return }
      control.schedules.add(1, ordering: .relaxed)
      if firstRace == nil, dataRace != nil, outcome.dataRace != nil { firstRace = outcome }
    } while withChooser { $0.scheduleEnded(outcome) } && !control.isToldToEnd.load(ordering: .relaxed)
  }

  func withChooser<Result>(_ body: (Chooser) -> Result) -> Result { chooser._withUnsafeGuaranteedRef(body) }

  /// Ends the lanes that are no longer needed.
  func dismissLanes() {
    for lane in freeLanes { lane.dismiss() }
    driver?.dismiss()
    freeLanes = []
  }

  /// The outcome of the schedule; up to the failure, if there was one.
  var outcome: Outcome { failed ?? outcomeSoFar }

  private var outcomeSoFar: Outcome {
    Outcome(
      finding: finding, dataRace: dataRace, deviations: deviations, decisions: decisions, steps: steps,
      preemptions: preemptions, switches: switches, signature: signature)
  }

  /// Only the first failure counts; later ones follow from it.
  func find(_ kind: Finding.Kind, _ message: @autoclosure () -> String) {
    control.reachPoint()
    guard finding == nil else { return }
    finding = Finding(kind: kind, message: message())
    failed = outcomeSoFar
    recorder?.close()
  }
}

// MARK: - One schedule

extension Engine {
  private func reset() {
    phase = .setUp
    threads.removeAll()
    threads.put(
      DirectedThread(name: "set-up", isDeclared: false, isWorker: false, state: .ready, lane: driver), at: 0)
    current = 0
    resources.restart(schedule: control.schedules.load(ordering: .relaxed))
    footprint = Footprint()
    time = .zero
    finding = nil
    failed = nil
    deviations.removeAll(keepingCapacity: true)
    (steps, decisions, preemptions, switches, streak, lastTicket) = (0, 0, 0, 0, 0, 0)
    signature = 0
    (heldInFramework, heldInProgram) = (0, 0)
    (events, surprises, surprisable) = (0, 0, 0)
    holds.removeAll(keepingCapacity: true)
    dataRace = nil
    if settings.findsDataRaces { memory.restart() }
    checksAtEnd.removeAll(keepingCapacity: true)
    startedThreads = 0
    tasks.removeAll()
    if !locals.isEmpty { locals.removeAll() }
    (checksAlways, wantsInspection, isInspecting) = (false, false, false)
    token.restart()
    recorder?.restart()
  }

  private func runSchedule() {
    reset()
    Direction.direct(by: self)
    let stage = Stage(self)
    self.stage = stage
    do { try scenario.body(stage) } catch { find(.thrownError, "The set-up threw: \(error)") }
    control.reachPoint()

    for index in threads.indices {
      if case .declared = threads[index].state { threads.set(index, to: .ready) }
    }
    checksAlways = stage.checksAlways
    wantsInspection = checksAlways || isWrittenDown && stage.hasWatches
    phase = .running
    threads.set(0, to: .ended)
    // The lane of the set-up runs the first thread itself: it has nothing else to do.
    runBodies(on: driver)
    if control.isRetired { return Direction.direct(by: nil) }

    phase = .closing
    wantsInspection = false
    current = 0
    threads.set(0, to: .ready)
    close(stage)
    Direction.direct(by: nil)
  }
}
