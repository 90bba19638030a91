/// Which threads have used which ordinary memory, and whether anything orders the uses.
///
/// Vector clocks as in FastTrack (Flanagan and Freund, 2009): each thread
/// counts its moments, and knows for each other thread the last moment that
/// reached it through a lock, a start or a message. Two uses of a variable, one
/// of them a change, are a data race if the earlier one has not reached the
/// later one.
struct MemoryUses {
  private struct Use {
    var writer = -1
    var writtenAt: Int32 = 0
    /// The threads that have read it since, and when.
    var readers: UInt64 = 0
    var readAt: [Int32] = []
  }

  private static let stride = 64
  private var clocks = [Int32](repeating: 0, count: 64 * 64)
  private var released: [Int32] = []
  private var isReleased: [Bool] = []
  private var uses: [Int: Use] = [:]
  private var threadCount = 1

  mutating func restart() {
    for place in 0..<threadCount * MemoryUses.stride { clocks[place] = 0 }
    for index in isReleased.indices { isReleased[index] = false }
    uses.removeAll(keepingCapacity: true)
    threadCount = 1
  }

  /// A thread starts another, which knows what its starter knows.
  mutating func start(_ thread: Int, by starter: Int) {
    threadCount = max(threadCount, thread + 1, starter + 1)
    for other in 0..<MemoryUses.stride {
      let known = clocks[starter * MemoryUses.stride + other]
      clocks[thread * MemoryUses.stride + other] = max(clocks[thread * MemoryUses.stride + other], known)
    }
    clocks[thread * MemoryUses.stride + thread] += 1
    clocks[starter * MemoryUses.stride + starter] += 1
  }

  /// A thread learns all that was published at a resource that orders threads.
  mutating func hear(at resource: Int, _ thread: Int) {
    guard resource < isReleased.count, isReleased[resource] else { return }
    let (mine, theirs) = (thread * MemoryUses.stride, resource * MemoryUses.stride)
    for other in 0..<threadCount {
      clocks[mine + other] = max(clocks[mine + other], released[theirs + other])
    }
  }

  /// A thread publishes all that it knows at the resource.
  mutating func say(at resource: Int, _ thread: Int) {
    threadCount = max(threadCount, thread + 1)
    while isReleased.count <= resource {
      isReleased.append(false)
      released.append(contentsOf: repeatElement(0, count: MemoryUses.stride))
    }
    let (mine, theirs) = (thread * MemoryUses.stride, resource * MemoryUses.stride)
    for other in 0..<MemoryUses.stride {
      let known = clocks[mine + other]
      released[theirs + other] = isReleased[resource] ? max(released[theirs + other], known) : known
    }
    isReleased[resource] = true
    clocks[mine + thread] += 1
  }

  /// What was published at the resource is no longer visible: it has another value.
  mutating func forget(_ resource: Int) {
    if resource < isReleased.count { isReleased[resource] = false }
  }

  /// A thread uses a variable; returns the thread whose earlier use nothing
  /// orders before it, if there is one.
  mutating func use(_ resource: Int, by thread: Int, isChange: Bool) -> Int? {
    threadCount = max(threadCount, thread + 1)
    let row = thread * MemoryUses.stride
    var use = uses[resource] ?? Use()
    var rival: Int?
    if use.writer >= 0, use.writer != thread, use.writtenAt > clocks[row + use.writer] { rival = use.writer }
    if isChange {
      for reader in threads(in: use.readers)
      where reader != thread && use.readAt[reader] > clocks[row + reader] {
        rival = rival ?? reader
      }
      use.writer = thread
      use.writtenAt = max(clocks[row + thread], 1)
      use.readers = 0
    } else {
      if use.readAt.isEmpty { use.readAt = [Int32](repeating: 0, count: MemoryUses.stride) }
      use.readers |= 1 << UInt64(thread)
      use.readAt[thread] = max(clocks[row + thread], 1)
    }
    uses[resource] = use
    return rival
  }
}
