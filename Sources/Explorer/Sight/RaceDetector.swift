import ExplorerHooks

/// Which threads have used which memory, and whether anything orders the uses.
///
/// Vector clocks as in FastTrack (Flanagan and Freund, 2009): each thread counts its moments, and knows for
/// each other thread the last moment that reached it through a lock, a start or a message. Two uses of the
/// same bytes, one of them a change, are a data race if the earlier one has not reached the later one.
///
/// A use of ordinary memory is no place to switch threads, and need not be one. A program without a data race
/// behaves the same wherever one switches between its synchronisations: such a program is sequentially
/// consistent, and the code between two synchronisations is as if it ran at once (Adve and Hill, 1990; used
/// like this by Musuvathi and others, 2008). So the orders of the synchronisations suffice, each order is
/// checked for races, and the first race is a finding by itself. Where races are not looked for
/// (``Settings/findsDataRaces``), nothing of this holds: a search then says nothing about orders that differ
/// in uses of ordinary memory alone.
struct RaceDetector: ~Copyable {
  private let accesses = sightCreate()

  deinit { sightDestroy(accesses) }

  func restart() { sightRestart(accesses) }

  // MARK: What orders threads

  /// A thread starts another, which knows what its starter knows.
  func start(_ thread: Int, by starter: Int) { sightStart(accesses, Int32(thread), Int32(starter)) }

  /// A thread learns all that was published at a resource that orders threads.
  func acquireClock(at resource: Int, _ thread: Int) { sightAcquire(accesses, UInt(resource), Int32(thread)) }

  /// A thread publishes all that it knows at the resource.
  func releaseClock(at resource: Int, _ thread: Int) { sightRelease(accesses, UInt(resource), Int32(thread)) }

  /// What was published at the resource is no longer visible: it has another value.
  func forget(_ resource: Int) { sightUnpublish(accesses, UInt(resource)) }

  // MARK: Uses

  /// A thread uses the variable that is this resource; returns the earlier use that nothing orders before
  /// this one, if there is one.
  func use(_ resource: Int, by thread: Int, isChange: Bool) -> SightAccess? {
    var earlier = SightAccess()
    let access = SightAccess(code: 0, thread: Int32(thread), isChange: isChange, isPlain: true)
    return sightUse(accesses, UInt(resource), access, &earlier) ? earlier : nil
  }

  // MARK: Sight

  /// Reports what instrumented code does to `engine`, which owns the detector.
  func report(to engine: Engine) {
    sightReport(
      accesses,
      SightReceiver(
        engine: Unmanaged.passUnretained(engine).toOpaque(),
        raced: { Engine.of($0).raced($1, $2) },
        reached: { Engine.of($0).reachAccess($1) },
        asked: { Engine.of($0).asked($1) },
        askedQueue: { Engine.of($0).askedQueue($1) }))
  }

  /// Whether accesses count: those of a set-up and of checks do not.
  func see(_ isOn: Bool) { sightSetOn(accesses, isOn) }

  /// Lets the calling thread read a variable that it is in the middle of changing, as the checks between two
  /// steps do.
  static func inspecting(_ body: () -> Void) {
    sightSetInspecting(true)
    body()
    sightSetInspecting(false)
  }

  /// Calls ``Engine/reachAccess(_:)`` before each access at these places.
  func watch(_ places: [UInt]) { sightWatch(accesses, places, places.count) }

  /// Whether two threads have used the same lock or atomic of the platform: its orders were not tried.
  var sharesLocks: Bool { sightSharesLocks(accesses) }

  /// Where the accesses are made that have raced in any schedule, as return addresses.
  var racingPlaces: [UInt] {
    let count = sightRacingPlaces(accesses, nil, 0)
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = sightRacingPlaces(accesses, buffer.baseAddress, count)
    }
  }

  /// Gives tasks that the program starts to the schedule's executor.
  static func direct(tasksTo executor: UnownedTaskExecutor) {
    // Safety: the runtime's reference to an executor is two words.
    let words = unsafeBitCast(executor, to: (UnsafeMutableRawPointer, UInt).self)
    sightSetExecutor(words.0, words.1)
  }

  /// The calling system thread is one of the schedule's from now on.
  func enter() { sightEnter(accesses) }

  static func leave() { sightLeave() }

  /// The calling thread enters the engine's code, whose accesses do not count; returns whether it was there
  /// already.
  @inline(__always)
  static func pause() -> Bool { sightPause() }

  /// The counterpart of ``pause()``.
  @inline(__always)
  static func resume(_ wasPaused: Bool) { sightResume(wasPaused) }

  /// The calling system thread continues as this thread of the schedule, in the program's code.
  static func become(_ thread: Int, runsJob: Bool) { sightBecome(Int32(thread), runsJob) }

  /// The calling system thread has run a thread of the schedule, and is in the engine's code again.
  static func end() {
    sightEndThread()
    _ = pause()
  }

  /// The calling thread comes after all jobs that have ended.
  static func getResults() { sightGetResults() }

  /// The calling thread has finished a job.
  static func endJob() { sightEndJob() }
}

/// The functions of the system that the hooks replace.
package enum ReplacedFunctions {
  /// Those that this toolchain or C library does not have, or whose calls do not lead to the hooks.
  package static var missing: [String] {
    var names: [String] = []
    var number = 0
    var isFound = false
    while let name = sightName(number, &isFound) {
      if !isFound { names.append(String(cString: name)) }
      number += 1
    }
    return names
  }
}

extension Engine {
  fileprivate static func of(_ pointer: UnsafeMutableRawPointer) -> Engine {
    Unmanaged<Engine>.fromOpaque(pointer).takeUnretainedValue()
  }
}
