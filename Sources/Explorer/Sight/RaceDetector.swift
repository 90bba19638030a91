import SightHooks

/// Which threads have used which memory, and whether anything orders the uses.
///
/// Vector clocks as in FastTrack (Flanagan and Freund, 2009): each thread counts its moments, and knows for each
/// other thread the last moment that reached it through a lock, a start or a message. Two uses of the same bytes,
/// one of them a change, are a data race if the earlier one has not reached the later one.
///
/// A use of ordinary memory is no place to switch threads, and need not be one. A program without a data race behaves
/// the same wherever one switches between its synchronisations: such a program is sequentially consistent, and the
/// code between two synchronisations is as if it ran at once (Adve and Hill, 1990; used like this by Musuvathi and
/// others, 2008). So the orders of the synchronisations suffice, each order is checked for races, and the first race
/// is a finding by itself. Where races are not looked for (``Settings/findsDataRaces``), nothing of this holds: a
/// search then says nothing about orders that differ in uses of ordinary memory alone.
struct RaceDetector: ~Copyable {
  private static let stride = Int(SIGHT_THREADS)

  /// The accesses that instrumented code reports, and the uses of each ``Shared``.
  private let accesses: OpaquePointer
  private let clocks = UnsafeMutablePointer<Int32>.allocate(capacity: stride * stride)
  private var threadCount = 1
  /// What was published at each resource.
  private var published = PublishedClocks()
  /// What was published at atomics and locks of the platform, which have an address and no resource.
  private var publishedByAddress = PublishedClocks()
  private var addresses: [UInt: Int] = [:]

  init() {
    clocks.initialize(repeating: 0, count: RaceDetector.stride * RaceDetector.stride)
    accesses = sightCreate(clocks)
  }

  deinit {
    sightDestroy(accesses)
    clocks.deallocate()
  }

  mutating func restart() {
    for place in 0..<threadCount * RaceDetector.stride { clocks[place] = 0 }
    published.restart()
    publishedByAddress.restart()
    if !addresses.isEmpty { addresses.removeAll(keepingCapacity: true) }
    threadCount = 1
    sightRestart(accesses)
  }

  // MARK: What orders threads

  /// A thread starts another, which knows what its starter knows.
  mutating func start(_ thread: Int, by starter: Int) {
    count(max(thread, starter))
    let (new, old) = (clocks + thread * RaceDetector.stride, clocks + starter * RaceDetector.stride)
    for other in 0..<threadCount { new[other] = max(new[other], old[other]) }
    new[thread] += 1
    old[starter] += 1
  }

  /// A thread learns all that was published at a resource that orders threads.
  mutating func acquireClock(at resource: Int, _ thread: Int) {
    count(thread)
    published.acquire(resource, into: clocks + thread * RaceDetector.stride, threadCount)
  }

  /// A thread publishes all that it knows at the resource.
  mutating func releaseClock(at resource: Int, _ thread: Int) {
    count(thread)
    published.release(resource, from: clocks + thread * RaceDetector.stride, threadCount)
    clocks[thread * RaceDetector.stride + thread] += 1
  }

  /// What was published at the resource is no longer visible: it has another value.
  mutating func forget(_ resource: Int) { published.forget(resource) }

  /// A thread uses an atomic or a lock of the platform.
  mutating func order(at address: UInt, _ thread: Int, acquires: Bool, releases: Bool) {
    count(thread)
    let place = addresses[address] ?? addresses.count
    addresses[address] = place
    let clock = clocks + thread * RaceDetector.stride
    if acquires { publishedByAddress.acquire(place, into: clock, threadCount) }
    if releases {
      publishedByAddress.release(place, from: clock, threadCount)
      clock[thread] += 1
    }
  }

  private mutating func count(_ thread: Int) {
    if thread >= threadCount { threadCount = thread + 1 }
  }

  // MARK: Uses

  /// A thread uses the variable that is this resource; returns the earlier use that nothing orders before this one, if
  /// there is one.
  mutating func use(_ resource: Int, by thread: Int, isChange: Bool) -> SightAccess? {
    count(thread)
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
        ordered: { Engine.of($0).orderMemory(atAddress: $1, acquires: $2, releases: $3) }))
  }

  /// Whether accesses count: those of a set-up and of checks do not.
  func see(_ isOn: Bool) { sightSetOn(accesses, isOn) }

  /// Calls ``Engine/reachAccess(_:)`` before each access at these places.
  func watch(_ places: [UInt]) { sightWatch(accesses, places, places.count) }

  /// Where the accesses are made that have raced in any schedule, as return addresses.
  var racingPlaces: [UInt] {
    let count = sightRacingPlaces(accesses, nil, 0)
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = sightRacingPlaces(accesses, buffer.baseAddress, count)
    }
  }

  /// The calling system thread is one of the schedule's from now on.
  func enter() { sightEnter(accesses) }

  static func leave() { sightLeave() }

  /// The calling system thread continues as this thread of the schedule.
  static func become(_ thread: Int) { sightBecome(Int32(thread)) }
}

extension Engine {
  fileprivate static func of(_ pointer: UnsafeMutableRawPointer) -> Engine {
    Unmanaged<Engine>.fromOpaque(pointer).takeUnretainedValue()
  }
}

/// What threads have published at places that order them: for each place a clock.
private struct PublishedClocks {
  private static let stride = Int(SIGHT_THREADS)
  private var clocks: [Int32] = []
  private var isPublished: [Bool] = []

  mutating func restart() {
    for index in isPublished.indices { isPublished[index] = false }
  }

  func acquire(_ place: Int, into clock: UnsafeMutablePointer<Int32>, _ threadCount: Int) {
    guard place < isPublished.count, isPublished[place] else { return }
    let first = place * PublishedClocks.stride
    for other in 0..<threadCount { clock[other] = max(clock[other], clocks[first + other]) }
  }

  mutating func release(_ place: Int, from clock: UnsafeMutablePointer<Int32>, _ threadCount: Int) {
    while isPublished.count <= place {
      isPublished.append(false)
      clocks.append(contentsOf: repeatElement(0, count: PublishedClocks.stride))
    }
    let first = place * PublishedClocks.stride
    for other in 0..<PublishedClocks.stride {
      let known = other < threadCount ? clock[other] : 0
      clocks[first + other] = isPublished[place] ? max(clocks[first + other], known) : known
    }
    isPublished[place] = true
  }

  mutating func forget(_ place: Int) {
    if place < isPublished.count { isPublished[place] = false }
  }
}
