/// What a search has learned about which thread uses what.
///
/// A step that touches only what no other thread ever touches need not be a
/// place to switch: whatever runs there could run before or after as well. So
/// the search treats every resource as private until it sees a second user, and
/// then begins again with what it has learned. In the search that completes, no
/// private resource was touched by two threads.
final class SharingNotes: @unchecked Sendable {
  // Unchecked: only the thread that holds the baton touches it.

  /// Bits of resources by the thread that created them and their number there; zero as long as it is private.
  ///
  /// Threads get their numbers as they start, so the same name may stand for other things in other schedules.
  /// That is harmless: a resource that is wrongly treated as shared costs time, and one that is wrongly
  /// treated as private is noticed as soon as a second thread touches it.
  private var shared: [[UInt64]] = []
  /// Bits of resources that are older than the schedule, and of the platform's locks.
  private var foreign: [UInt64: UInt64] = [:]
  /// How much was learned; when it grows, the round begins again.
  private(set) var count = 0
  /// Whether two threads have used one of them, apart from the runtime's list of jobs; a check is not a
  /// thread.
  private(set) var isSharedByThreads = false
  /// The threads that have reached a named point.
  private var threadsAtPoints: UInt64 = 0
  /// Whether a schedule had more threads than there are numbers, so that some had to be used twice.
  private(set) var isCrowded = false

  /// Whether a deadlock has waited for a task to be resumed from elsewhere.
  var hasWaitedForStrays = false

  /// Whether tasks are cancelled; noticed where one is, and the search begins again.
  private(set) var cancelsTasks = false

  /// The locks that some thread only tries to acquire, or for a time: it can find out that they are held, so
  /// their holder may be paused before it unlocks them.
  private var tried: Set<UInt64> = []
  /// Those that were noticed since the search began, or began again.
  private var newlyTried: Set<UInt64> = []

  /// Whether an atomic was used with an ordering that allows more than the Explorer tries.
  var hasWeakAtomics = false

  /// Calls of the platform whose effect the Explorer does not see.
  var unseen: Set<String> = []

  /// What it cannot direct, and where: orders that were not tried.
  private var undirected: [UInt: (name: String, site: CallSite)] = [:]
  /// Whether two threads have used the same lock or atomic of the platform that it does not direct.
  var sharesLocks = false

  /// Whether there are orders that no schedule tries, and threads that may act where all others wait.
  var isBlind: Bool { sharesLocks || !undirected.isEmpty }

  func noteUndirected(_ name: String, code: UInt) {
    if undirected[code] == nil { undirected[code] = (name, CallSite(returningTo: code)) }
  }

  /// All that is not seen, in words, sorted.
  var everythingUnseen: [String] {
    let calls = undirected.map { code, call in
      let function = CodeAddress(returningTo: code).function
      return call.name + (call.site.place.map { " at \($0.short)" } ?? function.map { " in \($0)" } ?? "")
    }
    let locks = sharesLocks ? ["the orders of the platform's locks and atomics"] : []
    return (Array(unseen) + locks + Set(calls)).sorted()
  }

  /// Whether two threads have touched something in common.
  var sawAnything: Bool { isSharedByThreads || threadsAtPoints.nonzeroBitCount > 1 }

  /// Whether each shared resource has a bit of its own.
  var isExact: Bool { count <= Footprint.capacity }

  func cancelledTask() {
    if !cancelsTasks { count += 1 }
    cancelsTasks = true
  }

  func triedLock(_ name: ResourceName) {
    if !tried.contains(name.key), newlyTried.insert(name.key).inserted { count += 1 }
  }

  /// Lets threads be paused before they unlock what was tried; false if nothing new was.
  @discardableResult
  func learnTries() -> Bool {
    defer { newlyTried = [] }
    tried.formUnion(newlyTried)
    return !newlyTried.isEmpty
  }

  func isTried(_ name: ResourceName) -> Bool { !tried.isEmpty && tried.contains(name.key) }

  func sharedByThreads() { isSharedByThreads = true }

  func stoodAtPoint(_ thread: Int) { threadsAtPoints |= 1 << UInt64(thread) }

  func ranOutOfThreads() {
    if !isCrowded { count += 1 }
    isCrowded = true
  }

  func bit(of name: ResourceName) -> UInt64 {
    if name.isForeign || name.isOfPlatform { return foreign[name.key] ?? 0 }
    guard name.thread < shared.count, name.number < shared[name.thread].count else { return 0 }
    return shared[name.thread][name.number]
  }

  /// Assigns a bit to the resource, which has none yet.
  func add(_ name: ResourceName) -> UInt64 {
    let bit = Footprint.bit(ofResource: count)
    count += 1
    if name.isForeign || name.isOfPlatform {
      foreign[name.key] = bit
    } else {
      while shared.count <= name.thread { shared.append([]) }
      while shared[name.thread].count <= name.number { shared[name.thread].append(0) }
      shared[name.thread][name.number] = bit
    }
    return bit
  }
}

/// The number of a resource, which contains its creator if that is a controlled thread.
///
/// From the high bits to the low: whether a controlled thread created it, which
/// engine, which schedule, which thread, and its index there. So the same
/// resource has the same name in each schedule that begins alike, and a thread
/// that is not controlled is detected when it touches one.
struct ResourceName {
  let id: UInt64
  private let isOfThisSchedule: Bool

  init(_ id: UInt64, epoch: UInt64) {
    self.id = id
    isOfThisSchedule = id >> 32 == epoch
  }

  var isForeign: Bool { !isOfThisSchedule }
  /// Whether it is a lock of the platform in memory that the schedule has allocated.
  var isOfPlatform: Bool { isOfThisSchedule && id >> 23 & 1 == 1 }
  /// The same in each schedule.
  var key: UInt64 { isOfThisSchedule ? id & 0xFFFF_FFFF | 1 << 61 : id }
  /// The bit of a lock of the platform that is older than the schedule.
  static let older: UInt64 = 1 << 62
  var thread: Int { Int(id >> 24 & 0xFF) }
  var number: Int { Int(id & 0xFF_FFFF) }

  /// The high half of the numbers that one schedule of one engine assigns.
  static func epoch(engine: UInt64, schedule: Int) -> UInt64 {
    1 << 31 | (engine & 0xFFF) << 19 | UInt64(truncatingIfNeeded: schedule) & 0x7FFFF
  }

  static func id(epoch: UInt64, thread: Int, number: Int) -> UInt64 {
    epoch << 32 | UInt64(thread) << 24 | UInt64(number) & 0xFF_FFFF
  }

  /// The engine under which the resource was created, nil if there was none.
  static func engine(of id: UInt64) -> UInt64? { id >> 63 == 1 ? id >> 51 & 0xFFF : nil }
}
