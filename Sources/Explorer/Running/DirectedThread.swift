import ExplorerHooks

/// One thread of a scenario, as the engine sees it.
struct DirectedThread {
  /// What the thread is doing.
  enum State {
    /// Declared, and not started before the set-up is over.
    case declared
    /// It can continue.
    case ready
    /// It can continue when this lock is free.
    case wants(lock: Int)
    /// It has released a lock and waits for a signal, which may never come to a worker without work.
    case waits(on: Int, relocks: Int, until: Duration?, mayLastForever: Bool)
    /// It can continue when ``isOpen`` is true, which steps that touch the resource change.
    case awaits(resource: Int, until: Duration?)
    /// It is a task without a job: something must resume it.
    case suspended
    /// It sleeps until then.
    case sleeps(until: Duration)
    /// It has ended.
    case ended
  }

  var name: String
  /// Whether the scenario declared it; the others belong to the framework, or were started by threads.
  let isDeclared: Bool
  let isWorker: Bool
  /// How many the schedule had started before it: unlike its place, this is never reused.
  var number: UInt64 = 0
  fileprivate(set) var state: State
  /// What it waits for where it awaits; not in the state, which every step looks at and which is a few plain
  /// bytes.
  var isOpen: (@Sendable () -> Bool)?
  /// Where it runs, from its first step on.
  var lane: Lane?
  var body: (@Sendable () -> Void)?
  /// Whether it waits in a loop, and the bits of the atomics that it uses there.
  var isInLoop = false
  var loop: UInt64 = 0
  /// Where it is in a loop although nothing has changed, because no other thread could run: a return address.
  var released: UInt?
  /// When it began to wait: the first waiter is the first to be signalled.
  var ticket = 0
  /// Whether its last wait ended because the time had come.
  var isTimedOut = false
  /// What it does if it runs jobs; nil for a thread that runs its body and ends.
  var job: Job?
  /// Whether it continues because its wait or sleep ended before it must.
  var isSurprised = false
  /// The step that let it continue; nil if none had to.
  var enabler: Int?
  /// How many steps had ended when time passed and let it continue; nil if it did not have to.
  var wokenAt: Int?
  /// The lock that its running step acquired first.
  var took: Int?
  /// How many locks it holds that other threads use too.
  var sharedLocks = 0
  /// Whether its running step began where it could have had to wait for anything but a lock.
  var hasAwaited = false
  /// What it was last about to do; known while a schedule is recorded.
  var intention = "begins"
  /// Whether that concerns the framework's own locks.
  var intendsInner = false
  /// Where the scenario declared it.
  var declaration: (file: StaticString, line: Int)?

  /// Forgets how its running step began.
  mutating func endStep() {
    (enabler, wokenAt, took) = (nil, nil, nil)
    (isSurprised, hasAwaited) = (false, false)
  }

  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// Whether it may still be in this state at the end of a schedule.
  var mayWaitForever: Bool {
    if case .waits(_, _, _, true) = state { !isDeclared } else { false }
  }

  /// Whether it waits for a signal, a condition or a time, which may end earlier than it must.
  var isWaiting: Bool {
    switch state {
    case .sleeps, .waits, .awaits: true
    case .declared, .ready, .wants, .suspended, .ended: false
    }
  }

  /// The time at which it wakes by itself.
  var deadline: Duration? {
    switch state {
    case .sleeps(let deadline): deadline
    case .waits(_, _, let deadline, _), .awaits(_, let deadline): deadline
    case .declared, .ready, .wants, .suspended, .ended: nil
    }
  }
}

/// All threads of a schedule, which of them runs, and which can continue.
///
/// They are looked at in each step, so which are ready is kept up to date, and they have a fixed place in
/// memory.
final class DirectedThreads: RandomAccessCollection {
  /// As many as a ``ThreadSet`` and a ``RaceDetector`` can have.
  static let most = Int(SIGHT_THREADS)

  private let all = UnsafeMutablePointer<DirectedThread>.allocate(capacity: most)
  let startIndex = 0
  @exclusivity(unchecked) private(set) var endIndex = 0
  /// The thread that holds the baton.
  @exclusivity(unchecked) var current = 0
  /// The threads that can continue.
  @exclusivity(unchecked) private(set) var ready = ThreadSet()
  /// The threads that can continue if their lock is free, or their condition is true.
  @exclusivity(unchecked) private(set) var obstructed = ThreadSet()
  @exclusivity(unchecked) private var startedCount: UInt64 = 0
  @exclusivity(unchecked) private var lastTicket = 0

  deinit {
    removeAll()
    all.deallocate()
  }

  subscript(index: Int) -> DirectedThread {
    _read {
      assert(index < endIndex)
      yield all[index]
    }
    _modify {
      assert(index < endIndex)
      yield &all[index]
    }
  }

  /// Changes what a thread is doing.
  func set(_ index: Int, to state: DirectedThread.State) {
    assert(index < endIndex)
    all[index].state = state
    ready.remove(index)
    obstructed.remove(index)
    switch state {
    case .ready: ready.insert(index)
    case .wants, .awaits: obstructed.insert(index)
    case .declared, .waits, .suspended, .sleeps, .ended: break
    }
  }

  /// Adds a thread, or replaces one that has ended.
  func put(_ thread: consuming DirectedThread, at index: Int) {
    precondition(index <= endIndex && index < DirectedThreads.most)
    let state = thread.state
    if index == endIndex {
      (all + index).initialize(to: thread)
      endIndex += 1
    } else {
      all[index] = thread
    }
    set(index, to: state)
  }

  func removeAll() {
    all.deinitialize(count: endIndex)
    (endIndex, current, ready, obstructed) = (0, 0, ThreadSet(), ThreadSet())
    (startedCount, lastTicket) = (0, 0)
  }

  /// The number of the next thread that starts.
  func countStart() -> UInt64 {
    startedCount += 1
    return startedCount
  }

  /// The place of a thread that begins to wait for a signal, after those that wait already.
  func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// The threads that wait for this signal, the one that has waited longest first.
  func waiters(on condition: Int) -> [Int] {
    let waiting = indices.filter {
      if case .waits(condition, _, _, _) = all[$0].state { true } else { false }
    }
    return waiting.sorted { all[$0].ticket < all[$1].ticket }
  }

  /// The name, with a number if a thread that has not ended bears it: tables and messages tell threads apart
  /// by name.
  func freeName(_ wanted: String, isAlwaysNumbered: Bool = false) -> String {
    var (name, number) = (isAlwaysNumbered ? "\(wanted) 1" : wanted, 1)
    while contains(where: { !$0.hasEnded && $0.name == name }) {
      number += 1
      name = "\(wanted) \(number)"
    }
    return name
  }
}
