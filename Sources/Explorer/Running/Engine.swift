import MiniOperations
import Synchronization

/// Runs one schedule after the other: real threads, of which one goes at a time.
///
/// The running thread has *the baton*. At each point it asks the
/// chooser who is next, and hands the baton over if it is another. All
/// variables below belong to the one that has it, so none needs a lock. When
/// the same thread goes on, nothing is handed over, and a point costs no more
/// than a look at the others.
final class Engine: @unchecked Sendable {
  // Unchecked: what is not atomic is touched only by the thread that has the baton.

  enum Phase {
    /// The scenario's closure runs; declared threads have not begun.
    case setUp
    /// The chooser decides.
    case running
    /// The checks at the end run, and what is left comes to its end.
    case closing
  }

  let scenario: Scenario
  let settings: Settings
  let control = Control()
  let token: TokenBuffer
  /// Whether code behind the start of a thread, a lock or a sleep is taken to touch ordinary variables.
  let isSuspicious: Bool
  // On the way of every step, so neither counted nor checked for being used twice at once: code that runs an
  // engine keeps its chooser, and one thread at a time uses all this.
  @exclusivity(unchecked) private(set) unowned(unsafe) var chooser: (any Chooser)!
  /// Records what happens, if it will be read.
  @exclusivity(unchecked) private(set) var recorder: Recorder?
  var isWrittenDown: Bool { recorder != nil }

  // The schedule that runs.
  @exclusivity(unchecked) var phase = Phase.setUp
  @exclusivity(unchecked) var threads: [DirectedThread] = []
  @exclusivity(unchecked) var current = 0
  @exclusivity(unchecked) var resources: Resources
  @exclusivity(unchecked) var footprint = Footprint()
  @exclusivity(unchecked) var time = Duration.zero
  var stage: Stage?
  private(set) var finding: Finding?
  private var failed: Outcome?
  var deviations: [Deviation] = []
  @exclusivity(unchecked) var steps = 0
  /// Steps of all schedules, for the watchdog.
  @exclusivity(unchecked) var points = 0
  @exclusivity(unchecked) var decisions = 0
  @exclusivity(unchecked) var preemptions = 0
  @exclusivity(unchecked) var switches = 0
  /// How many steps have ended.
  @exclusivity(unchecked) var events = 0
  /// How many waits and sleeps ended earlier than they must.
  @exclusivity(unchecked) var surprises = 0
  /// Whether another surprise would have been possible and ``Settings/surprises`` was reached.
  @exclusivity(unchecked) var lackedSurprises = false
  var memory = MemoryUses()
  /// The first data race of the schedule.
  var dataRace: Finding?
  /// The first schedule with one.
  private(set) var firstRace: Outcome?
  /// Whether a data race ends the schedule like any other finding, or is only remembered.
  var racesAreFindings = false
  /// Locks that were held from one step to a later one.
  @exclusivity(unchecked) var holds: [Hold] = []
  /// How many decisions in a row one thread has been the standard of.
  @exclusivity(unchecked) var streak = 0
  var lastTicket = 0
  @exclusivity(unchecked) var signature: UInt64 = 0
  /// How many of the framework's own locks are held, and of the program's.
  @exclusivity(unchecked) var heldInFramework = 0
  @exclusivity(unchecked) var heldInProgram = 0
  /// Whether a check or a watch runs, which looks at things and must not be stopped on the way.
  @exclusivity(unchecked) var isInspecting = false
  @exclusivity(unchecked) private(set) var checksAlways = false
  @exclusivity(unchecked) private(set) var wantsInspection = false
  var queues: [MiniOperationQueue] = []
  var startedThreads: UInt64 = 0
  var tasks = DirectedTasks()
  /// What objects of the whole process have for this schedule only.
  var locals: [UInt64: AnyObject] = [:]
  private(set) lazy var directedWorkers = DirectedWorkers(self)

  // The lanes.
  /// How often the baton went from one lane to another.
  @exclusivity(unchecked) var handOvers = 0
  @exclusivity(unchecked) var freeLanes: [Lane] = []
  let core = Core()
  /// Tells this engine's resources from others'.
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

  /// Runs schedules until the chooser has had enough, or the engine comes to a stop.
  ///
  /// - Parameter tick: Called now and then meanwhile, with the number of schedules so far.
  func run(_ chooser: any Chooser, _ recorder: Recorder?, tick: (Int) -> Void) -> Control.Ending {
    self.chooser = chooser
    self.recorder = recorder
    if driver == nil { driver = Lane(on: core, of: control.crew) { [self] _ in drive() } }
    driver.baton.give()
    return withExtendedLifetime(chooser) {
      control.waitForEnd(patience: settings.watchdog, tick: tick)
    }
  }

  private func drive() {
    repeat {
      chooser.scheduleBegins(on: self)
      runSchedule()
      if control.isRetired { return }
      control.schedules.add(1, ordering: .relaxed)
      if firstRace == nil, outcome.dataRace != nil { firstRace = outcome }
    } while chooser.scheduleEnded(outcome) && !control.isToldToEnd.load(ordering: .relaxed)
    control.end()
  }

  /// Lets the lanes end that are not needed any more.
  func dismissLanes() {
    for lane in freeLanes { lane.dismiss() }
    driver?.dismiss()
    freeLanes = []
  }

  /// What came of the schedule; up to the failure, if there was one.
  var outcome: Outcome { failed ?? outcomeSoFar }

  private var outcomeSoFar: Outcome {
    Outcome(
      finding: finding, dataRace: dataRace, deviations: deviations, decisions: decisions, steps: steps,
      preemptions: preemptions, switches: switches, signature: signature)
  }

  /// The first thing that is wrong counts; what follows from it does not.
  func find(_ kind: Finding.Kind, _ message: @autoclosure () -> String) {
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
    threads.removeAll(keepingCapacity: true)
    threads.append(
      DirectedThread(name: "set-up", isDeclared: false, isWorker: false, state: .ready, lane: driver))
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
    (events, surprises) = (0, 0)
    holds.removeAll(keepingCapacity: true)
    dataRace = nil
    if settings.findsDataRaces { memory.restart() }
    queues.removeAll(keepingCapacity: true)
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

    for index in threads.indices {
      if case .declared = threads[index].state { threads[index].state = .ready }
    }
    checksAlways = stage.checksAlways
    wantsInspection = checksAlways || isWrittenDown && stage.hasWatches
    phase = .running
    threads[0].state = .ended
    // The lane that did the set-up runs the first thread itself: it has nothing else to do.
    runBodies(on: driver)
    if control.isRetired { return Direction.direct(by: nil) }

    phase = .closing
    wantsInspection = false
    current = 0
    threads[0].state = .ready
    close(stage)
    Direction.direct(by: nil)
  }
}
