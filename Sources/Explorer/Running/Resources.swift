/// What the threads of one schedule have touched: locks, mailboxes, operations, shared variables.
///
/// The framework numbers its resources once for the whole process. Here they
/// get numbers of their own in the order of first touch, which is the same
/// each time the same schedule runs.
struct Resources {
  struct Resource {
    let id: UInt64
    /// Who touched it first, and as which of that thread's newcomers.
    let name: SharingNotes.Name
    /// The thread that used it last, nil while that was just the set-up.
    var user: Int?
    var isUsed = false
    /// Zero as long as only one thread uses it.
    var bit: UInt64 = 0
    /// The thread that holds it, for a lock.
    var holder: Int?
    var depth = 0
    /// What a message calls it; known while a schedule is written down.
    var label = ""
  }

  private(set) var all: [Resource] = []
  private var sharedCount = 0
  /// Places in `all`, found by id: a table with open addressing, because this is the busiest look-up of all.
  private var table = [(id: UInt64, index: Int32)](repeating: (0, 0), count: 256)
  private var newcomers: [Int] = []
  let notes: SharingNotes

  init(notes: SharingNotes) { self.notes = notes }

  subscript(index: Int) -> Resource {
    _read { yield all[index] }
    _modify { yield &all[index] }
  }

  mutating func removeAll() {
    // The last to come goes first, so that those who came before are still found.
    for resource in all.reversed() { table[place(of: resource.id)] = (0, 0) }
    all.removeAll(keepingCapacity: true)
    newcomers.removeAll(keepingCapacity: true)
    sharedCount = 0
  }

  func index(of id: UInt64) -> Int? {
    let place = table[place(of: id)]
    return place.id == id ? Int(place.index) : nil
  }

  /// Finds the resource, which gets its number and its name here when nobody has reached it before.
  mutating func index(of id: UInt64, reachedBy thread: Int) -> Int {
    if let index = index(of: id) { return index }
    while newcomers.count <= thread { newcomers.append(0) }
    newcomers[thread] += 1
    let name = SharingNotes.Name(thread: thread, number: newcomers[thread])
    var resource = Resource(id: id, name: name)
    if notes.isShared(name) { resource.bit = nextBit() }
    if all.count * 2 > table.count { grow() }
    table[place(of: id)] = (id, Int32(all.count))
    all.append(resource)
    return all.count - 1
  }

  /// Records that a thread, or the set-up, uses the resource; true the first time that anybody does.
  ///
  /// The set-up does not count as a user: it is over when the others begin.
  mutating func use(_ index: Int, by thread: Int, isSetUp: Bool) -> Bool {
    if !isSetUp && all[index].user != thread {
      if all[index].user != nil { becameShared(index) }
      all[index].user = thread
    }
    if all[index].isUsed { return false }
    all[index].isUsed = true
    return true
  }

  /// Notes that more than one thread uses the resource.
  mutating func becameShared(_ index: Int) {
    guard all[index].bit == 0 else { return }
    notes.add(all[index].name)
    all[index].bit = nextBit()
  }

  /// Whether nobody else has ever been seen to use it, in this schedule or a former one.
  func isPrivate(_ index: Int, of thread: Int) -> Bool {
    all[index].bit == 0 && (all[index].user == nil || all[index].user == thread)
  }

  private mutating func nextBit() -> UInt64 {
    sharedCount += 1
    return Footprint.bit(ofResource: sharedCount)
  }

  private func place(of id: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 40) & (table.count - 1)
    while table[place].id != 0 && table[place].id != id { place = (place + 1) & (table.count - 1) }
    return place
  }

  private mutating func grow() {
    table = [(id: UInt64, index: Int32)](repeating: (0, 0), count: table.count * 2)
    for (index, resource) in all.enumerated() { table[place(of: resource.id)] = (resource.id, Int32(index)) }
  }
}

/// What a search has learned about who uses what.
///
/// A step that touches only what no other thread ever touches need not be a
/// place to switch: whatever runs there could as well run before or after. So
/// the search takes every resource for private until it sees a second user,
/// and then begins again with what it has learned. In the search that comes to
/// its end nothing private was ever touched by two.
final class SharingNotes: @unchecked Sendable {
  // Unchecked: only the thread that has the baton touches it.

  /// A resource, told by who touched it first and as which of that thread's newcomers.
  ///
  /// That may name different things in different schedules. No harm is done: to
  /// be taken for shared costs time, and what is wrongly taken for private is
  /// seen as soon as a second thread touches it.
  struct Name {
    let thread: Int
    let number: Int
  }

  private var shared: [[Bool]] = []
  private(set) var count = 0
  /// The threads that have stood at a named point.
  private var threadsAtPoints: UInt64 = 0

  /// Whether two threads have touched something in common.
  var sawAnything: Bool { count > 0 || threadsAtPoints.nonzeroBitCount > 1 }

  func stoodAtPoint(_ thread: Int) { threadsAtPoints |= 1 << UInt64(thread) }

  /// Whether a deadlock has waited for a task to be resumed from elsewhere.
  var hasWaitedForStrays = false

  func isShared(_ name: Name) -> Bool {
    name.thread < shared.count && name.number < shared[name.thread].count
      && shared[name.thread][name.number]
  }

  func add(_ name: Name) {
    while shared.count <= name.thread { shared.append([]) }
    while shared[name.thread].count <= name.number { shared[name.thread].append(false) }
    if !shared[name.thread][name.number] { count += 1 }
    shared[name.thread][name.number] = true
  }
}
