import Threading

/// What the threads of one schedule have touched: locks, mailboxes, operations, shared variables.
///
/// A resource that the schedule's threads create is numbered by its creator,
/// which is the same each time the same schedule runs.
struct Resources {
  struct Resource {
    let id: UInt64
    let name: ResourceName
    /// The thread that used it last, nil while that was just the set-up.
    var user: Int?
    /// Zero as long as only one thread uses it.
    var bit: UInt64 = 0
    /// The thread that holds it, for a lock.
    var holder: Int?
    var depth = 0
    /// The lock under which a thread has waited for it in this schedule, for a condition with a lock apart.
    var lock: Int?
    /// The threads that share it, for a lock for reading.
    var readers: [Int] = []
    /// The step in which it was acquired.
    var heldSince = 0
    /// Its name in messages; known while a schedule is recorded.
    var label = ""
  }

  private(set) var all: [Resource] = []
  /// Locks that were held from one step to a later one.
  private(set) var holds: [Hold] = []
  /// How many of the framework's own locks are held, and of the program's.
  private(set) var heldInFramework = 0
  private(set) var heldInProgram = 0
  /// Places in `all`, found by id: a table with open addressing, because this
  /// look-up is the most frequent of all.
  private var table = [(id: UInt64, index: Int32)](repeating: (0, 0), count: 256)
  /// How many resources each thread has created.
  private var made = [Int](repeating: 0, count: 64)
  private var epoch: UInt64 = 0
  private let engine: UInt64
  let notes: SharingNotes

  init(notes: SharingNotes, engine: UInt64) { (self.notes, self.engine) = (notes, engine) }

  subscript(index: Int) -> Resource {
    _read { yield all[index] }
    _modify { yield &all[index] }
  }

  /// Forgets the last schedule.
  mutating func restart(schedule: Int) {
    // The last entry is removed first, so that earlier ones are still found.
    for resource in all.reversed() { table[place(of: resource.id)] = (0, 0) }
    all.removeAll(keepingCapacity: true)
    holds.removeAll(keepingCapacity: true)
    (heldInFramework, heldInProgram) = (0, 0)
    for thread in made.indices { made[thread] = 0 }
    epoch = ResourceName.epoch(engine: engine, schedule: schedule)
  }

  /// The number of a resource that a thread creates.
  mutating func make(by thread: Int) -> UInt64 {
    made[thread] += 1
    return ResourceName.id(epoch: epoch, thread: thread, number: made[thread])
  }

  /// The number of a lock of the platform, which has one by where it lies in memory.
  func id(ofPlatform number: UInt64) -> UInt64 {
    number & ResourceName.older != 0 ? number : epoch << 32 | number
  }

  func known(_ id: UInt64) -> Int? {
    let place = table[place(of: id)]
    return place.id == id ? Int(place.index) : nil
  }

  /// Finds the resource, which is entered here the first time.
  mutating func index(of id: UInt64) -> Int {
    if let index = known(id) { return index }
    let name = ResourceName(id, epoch: epoch)
    if all.count * 2 > table.count { grow() }
    table[place(of: id)] = (id, Int32(all.count))
    all.append(Resource(id: id, name: name, bit: notes.bit(of: name)))
    return all.count - 1
  }

  /// Records that a thread, or the set-up, uses the resource.
  ///
  /// The set-up does not count as a user: it is over when the others begin.
  ///
  /// - Parameter isMeeting: Whether two threads that use it have something in common.
  mutating func use(_ index: Int, by thread: Int, isSetUp: Bool, isMeeting: Bool = true) {
    guard !isSetUp, all[index].user != thread else { return }
    if all[index].user != nil {
      becameShared(index)
      if isMeeting { notes.sharedByThreads() }
    }
    all[index].user = thread
  }

  /// Notes that more than one thread uses the resource, or that a check looks at it.
  mutating func becameShared(_ index: Int) {
    if all[index].bit == 0 { all[index].bit = notes.add(all[index].name) }
  }

  /// Whether no other thread has used it, in this schedule or an earlier one.
  func isPrivate(_ index: Int, of thread: Int) -> Bool {
    all[index].bit == 0 && (all[index].user == nil || all[index].user == thread)
  }

  /// Records that a thread acquires a free lock, in a step of this number.
  mutating func acquire(_ index: Int, by thread: Int, depth: Int, _ owner: LockOwner, in step: Int) {
    assert(all[index].holder == nil)
    all[index].holder = thread
    all[index].depth = depth
    all[index].heldSince = step
    if owner == .framework { heldInFramework += 1 } else { heldInProgram += 1 }
  }

  /// Records that its holder releases a lock, in a step of this number.
  mutating func release(_ index: Int, _ owner: LockOwner, in step: Int) {
    all[index].holder = nil
    if owner == .framework { heldInFramework -= 1 } else { heldInProgram -= 1 }
    let since = all[index].heldSince
    if since != step { holds.append(Hold(lock: index, from: since, to: step)) }
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

/// A lock that was acquired in one step and released in a later one.
struct Hold {
  let lock: Int
  let from: Int
  let to: Int
}
