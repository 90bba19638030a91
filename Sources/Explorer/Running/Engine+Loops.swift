import ExplorerHooks

// Threads that wait for another one in a loop, without a lock, a signal or a sleep.

/// Notices where a thread that only reads atomics repeats itself: its stack is as it was, and nothing has
/// changed since.
///
/// It would go on like that forever, so it waits for another thread to change one of the atomics. The period
/// is found as by Brent (An improved Monte Carlo factorization algorithm, 1980).
struct LoopWatch {
  struct Atomic: @unchecked Sendable {
    // Unchecked: read by the thread that holds the baton, while the thread that waits keeps it alive.
    let resource: Int
    let address: UnsafeRawPointer
    let size: Int

    var value: UInt64 {
      switch size {
      case 1: UInt64(address.load(as: UInt8.self))
      case 2: UInt64(address.load(as: UInt16.self))
      case 4: UInt64(address.load(as: UInt32.self))
      default: address.load(as: UInt64.self)
      }
    }
  }

  /// The state that is to be seen again, and the atomics that were used since then.
  private var anchor: UInt64 = 0
  private(set) var atomics: [Atomic] = []
  private var limit = 0
  private var switches = 0

  /// Whether the thread that runs is in the state in which it was, and no other has run since.
  mutating func repeats(_ state: UInt64, using atomic: Atomic, after switches: Int) -> Bool {
    if switches != self.switches { (self.switches, limit, atomics) = (switches, 0, []) }
    if state == anchor, !atomics.isEmpty { return true }
    if atomics.count == limit { (anchor, limit, atomics) = (state, max(8, limit * 2), []) }
    atomics.append(atomic)
    return false
  }
}

extension Engine {
  /// Lets the calling thread wait, before it uses an atomic, where that changes nothing as long as the others
  /// do not.
  func waitInLoop(_ request: SightRequest, on atomic: UInt64) {
    guard request.loop != 0, request.size <= 8, phase == .running else { return }
    let index = resources.index(of: atomic)
    let used = LoopWatch.Atomic(resource: index, address: request.object, size: request.size)
    guard loops.repeats(request.loop, using: used, after: record.switches) else { return }
    let atomics = loops.atomics
    loops = LoopWatch()
    (threads[current].isInLoop, threads[current].released) = (true, nil)
    threads[current].loop = atomics.reduce(0) { $0 | resources[$1.resource].bit }
    let former = atomics.map(\.value)
    threads[current].isOpen = { zip(atomics, former).contains { $0.value != $1 } }
    block(in: .awaits(resource: index, until: nil), mayEndEarly: false, isPrivate: false)
    // Where no other thread can run, it continues in vain.
    if threads[current].isOpen == nil { threads[current].released = request.code }
    (threads[current].isOpen, threads[current].isInLoop, threads[current].loop) = (nil, false, 0)
    threads[current].hasAwaited = true
    for atomic in atomics { use(atomic.resource, isWrite: false) }
  }

  /// Lets threads in loops continue, because no other can; false if there are none.
  func releaseLoops() -> Bool {
    let waiting = threads.indices.filter { threads[$0].isInLoop && threads[$0].isOpen != nil }
    for thread in waiting { threads[thread].isOpen = nil }
    return !waiting.isEmpty
  }

  /// A loop has ended that would go on forever by all that is seen of it.
  func leaveLoop() {
    guard let code = threads[current].released.take() else { return }
    resources.notes.noteUndirected("what ends a loop", code: code)
  }
}
