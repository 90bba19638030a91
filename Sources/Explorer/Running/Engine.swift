import Synchronization
import Threading

/// Runs one schedule after the other: real threads, of which one runs at a time.
///
/// The running thread holds *the baton*. At each point it asks the chooser which thread is next, and hands
/// the baton over if it is another. If the same thread continues, nothing is handed over, and a point costs
/// no more than a check of the others.
///
/// The engine consists of values, each of which owns what it counts or remembers. All of them belong to the
/// thread that holds the baton, so none needs a lock.
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
  /// Distinguishes this engine's resources from those of others.
  let number = Engine.lastNumber.add(1, ordering: .relaxed).newValue & 0xFFF
  private static let lastNumber = Atomic<UInt64>(0)

  // Used in every step, so neither reference-counted nor checked for exclusive
  // access: code that runs an engine keeps its chooser alive, and one thread at
  // a time uses all this.
  @exclusivity(unchecked) private var chooser: Unmanaged<Chooser>!
  private var choosers: [Chooser] = []
  /// Whether the chooser is notified of each ended step.
  @exclusivity(unchecked) private(set) var followsSteps = false
  /// Records what happens, if the record is needed.
  @exclusivity(unchecked) private(set) var recorder: Recorder?

  // MARK: The running schedule

  @exclusivity(unchecked) private(set) var phase = Phase.setUp
  let threads = DirectedThreads()
  let lanes = Lanes()
  @exclusivity(unchecked) var resources: Resources
  /// What the running step has touched so far.
  @exclusivity(unchecked) var footprint = Footprint()
  @exclusivity(unchecked) var record = ScheduleRecord()
  @exclusivity(unchecked) var defaultChoice = DefaultChoice()
  @exclusivity(unchecked) var surprises: Surprises
  @exclusivity(unchecked) var clock = ScheduleClock()
  @exclusivity(unchecked) var inspection = Inspection()
  @exclusivity(unchecked) var tasks = TaskTable()
  @exclusivity(unchecked) var loops = LoopWatch()
  /// What belongs to an object or a thread for the time of the schedule.
  var locals: [UInt64: AnyObject] = [:]
  /// The names of the platform's locks, while a schedule is recorded.
  var platformNames = PlatformNames()
  /// What is added to a dispatch queue when a group is empty, or an item has run.
  var followers: [UInt64: [@Sendable () -> Void]] = [:]
  /// Each asks a queue at the end for an operation that will never finish.
  @exclusivity(unchecked) var checksAtEnd: [@Sendable () -> String?] = []
  private(set) lazy var directedWorkers = DirectedWorkers(self)

  @exclusivity(unchecked) private(set) var finding: Finding?
  /// The outcome up to the finding.
  private var failed: Outcome?

  // MARK: Data races

  let memory = RaceDetector()
  /// The first data race of the schedule.
  @exclusivity(unchecked) var dataRace: Finding?
  /// The first schedule with one, and with one of an ordinary variable if there is any.
  private(set) var firstRace: Outcome?
  /// Whether accesses that race are places to switch threads.
  @exclusivity(unchecked) var switchesAtAccesses = false
  var raceFindings = RaceFindings.none
  /// A schedule that takes more steps is a livelock.
  var maxSteps: Int

  init(_ scenario: Scenario, _ settings: Settings, _ notes: SharingNotes, _ token: TokenBuffer) {
    self.scenario = scenario
    self.settings = settings
    maxSteps = settings.maxSteps
    self.token = token
    resources = Resources(notes: notes, engine: number)
    surprises = Surprises(limit: settings.surprises)
    isSuspicious = settings.isSuspicious
    memory.report(to: self)
    RaceDetector.direct(tasksTo: JobExecutor.shared.asUnownedTaskExecutor())
    _ = Strangers.isWatching
    Strangers.all.forget(number)
  }

  /// The thread that holds the baton.
  @inline(__always)
  var current: Int { threads.current }

  @inline(__always)
  var isInspecting: Bool { inspection.isRunning }

  func withChooser<Result>(_ body: (Chooser) -> Result) -> Result { chooser._withUnsafeGuaranteedRef(body) }

  // MARK: Findings

  /// The outcome of the schedule; up to the failure, if there was one.
  var outcome: Outcome { failed ?? record.outcome(finding, dataRace: dataRace) }

  /// Only the first failure counts; later ones follow from it.
  func find(_ kind: Finding.Kind, _ message: @autoclosure () -> String) {
    find(Finding(kind: kind, message: message()))
  }

  func find(_ new: @autoclosure () -> Finding) {
    control.reachPoint()
    guard finding == nil else { return }
    finding = new()
    failed = record.outcome(finding, dataRace: dataRace)
    recorder?.close()
  }

  /// Ends the exploration on this engine: its threads cannot continue, and nothing in Swift can unwind them.
  func stop(_ kind: Finding.Kind, _ message: String) -> Never {
    find(kind, message)
    retire()
    Engine.park()
  }

  /// Parks the threads that have begun and not ended, forever.
  private func retire() {
    let parked = threads.dropFirst().filter { $0.lane != nil && !$0.hasEnded }.count
    control.retire(parkedThreads: parked)
  }

  /// Sleeps forever.
  private static func park() -> Never {
    let unused = Baton()
    while true { unused.take() }
  }
}

// MARK: - One schedule after the other

extension Engine {
  /// Runs schedules until no chooser wants another, one has found something, or the engine stops.
  ///
  /// Several choosers are run one after the other without waking the calling thread in between: that takes
  /// longer than some schedules.
  ///
  /// - Parameter tick: Called now and then in the meantime, with the number of schedules so far.
  func run(_ choosers: [Chooser], _ recorder: Recorder?, tick: (Int) -> Void) -> Control.Ending {
    self.choosers = choosers
    self.recorder = recorder
    lanes.startDriver(of: control.threads) { [self] _ in drive() }
    lanes.driver.baton.give()
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
      if dataRace != nil {
        let outcome = outcome
        if outcome.isBetterRace(than: firstRace) { firstRace = outcome }
      }
    } while withChooser { $0.scheduleEnded(outcome) } && !control.isToldToEnd.load(ordering: .relaxed)
  }

  /// Ends the system threads that are no longer needed.
  func dismissLanes() { lanes.dismiss() }
}

// MARK: - One schedule

extension Engine {
  private func runSchedule() {
    restart()
    enterLane()
    let stage = Stage(self)
    inspection.stage = stage
    asProgram {
      do { try scenario.body(stage) } catch { find(.thrownError, "The set-up threw: \(error)") }
    }
    control.reachPoint()

    for index in threads.indices {
      if case .declared = threads[index].state { threads.set(index, to: .ready) }
    }
    inspection.begin(isRecorded: recorder != nil)
    phase = .running
    see(true)
    runOthers()
    if control.isRetired { return leaveLane() }

    phase = .closing
    see(false)
    inspection.end()
    close(stage)
    leaveLane()
  }

  /// The calling system thread is directed from now on, and what it does in the platform is seen.
  func enterLane() {
    Direction.direct(by: self)
    memory.enter()
  }

  private func leaveLane() {
    Direction.direct(by: nil)
    RaceDetector.leave()
  }

  /// Runs `body` as code of the engine, whose own accesses to memory and calls of the platform do not count.
  ///
  /// Everything that a thread of the schedule calls goes through here.
  @inline(__always)
  func entered<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasPaused = RaceDetector.pause()
    defer { RaceDetector.resume(wasPaused) }
    return try body()
  }

  /// Runs the scenario's own code on the driver: what it calls of the platform is directed.
  private func asProgram(_ body: () -> Void) {
    RaceDetector.become(0, runsJob: false)
    body()
    RaceDetector.end()
  }

  /// Whether accesses to ordinary memory count; they do while the scenario's threads run.
  func see(_ isSeeing: Bool) {
    if settings.findsDataRaces { memory.see(isSeeing) }
  }

  private func restart() {
    phase = .setUp
    threads.removeAll()
    threads.put(
      DirectedThread(name: "set-up", isDeclared: false, isWorker: false, state: .ready, lane: lanes.driver),
      at: 0)
    resources.restart(schedule: control.schedules.load(ordering: .relaxed))
    footprint = Footprint()
    record.restart()
    defaultChoice.restart()
    surprises.restart()
    clock = ScheduleClock()
    inspection = Inspection()
    tasks.removeAll()
    loops = LoopWatch()
    if !locals.isEmpty { locals.removeAll() }
    if !followers.isEmpty { followers.removeAll() }
    if recorder != nil { platformNames = PlatformNames() }
    checksAtEnd.removeAll(keepingCapacity: true)
    (finding, failed, dataRace) = (nil, nil, nil)
    memory.restart()
    token.restart()
    recorder?.restart()
  }

  /// Runs all threads that can run, on this lane and on others: the driver has nothing else to do.
  private func runOthers() {
    threads.set(0, to: .ended)
    runBodies(on: lanes.driver)
    if control.isRetired { return }
    threads.current = 0
    threads.set(0, to: .ready)
  }

  private func close(_ stage: Stage) {
    if finding == nil {
      asProgram {
        do { try stage.runFinalChecks() } catch { find(.thrownError, "A final check threw: \(error)") }
      }
      control.reachPoint()
    }
    // A check may have resumed a queue: the resulting work ends first.
    runOthers()
    if control.isRetired { return }
    if finding == nil, !stage.mayLeaveOperations { findUnfinishedOperations() }
    // Releasing the last reference to a mailbox closes it; then its thread ends.
    checksAtEnd.removeAll(keepingCapacity: true)
    stage.letGo()
    inspection.stage = nil
    runOthers()
    if control.isRetired { return }
    if let left = threads.dropFirst().first(where: { !$0.hasEnded }) {
      find(
        .endlessThread,
        "The thread '\(left.name)' still waits for work after the end of the scenario. Stop it, or release the "
          + "object that keeps it: otherwise it outlives the schedule.")
      retire()
    }
  }

  private func findUnfinishedOperations() {
    for unfinished in checksAtEnd {
      guard let report = unfinished() else { continue }
      return find(.zombie, "An operation will never finish: \(report.withoutAddresses)")
    }
  }
}
