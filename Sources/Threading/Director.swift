import Synchronization

/// Controls every place where one thread can overtake another.
///
/// In normal running there is no director, and each primitive of this folder calls the operating system. The
/// Explorer conforms to this protocol, lets one thread run at a time, and so decides what happens first.
///
/// A thread belongs to the director that started it, and so do the threads that it starts. Calls name
/// *resources*: a lock, a condition, a mailbox, an observed object. The number of a resource is never reused.
package protocol Director: AnyObject, Sendable {
  /// Lets other threads run first, where the caller is about to do `step`.
  ///
  /// The label is only made if it will be read.
  func reach(_ step: DirectedStep, on resource: UInt64, label: () -> String)

  /// Carries out `request` on a resource for the calling thread; false if it failed.
  ///
  /// Where the request says so, other threads may run before this returns. The label is only made if it will
  /// be read.
  @discardableResult
  func perform(_ request: DirectedRequest, on resource: UInt64, label: () -> String) -> Bool

  /// Returns when `isOpen` is true, as one step that changes `resource`; false when the deadline came first.
  ///
  /// A semaphore, the end of a thread and a place in a queue are waited for like this. `isOpen` reads only
  /// values that change in steps on `resource`. The caller acts on the result before its next step, so no
  /// other thread runs in between.
  @discardableResult
  func await(
    _ resource: UInt64, until deadline: Duration?, label: () -> String,
    isOpen: @escaping @Sendable () -> Bool
  ) -> Bool

  /// The directed time, which stands still while any thread can run.
  var now: Duration { get }

  /// Blocks the calling thread until the directed time is `deadline`.
  func sleep(until deadline: Duration)

  /// Starts a thread that this director controls too.
  ///
  /// - Parameter mayRunFirst: Whether other threads, the new one among them, may run before this returns.
  func startThread(named name: String, mayRunFirst: Bool, _ body: @escaping @Sendable () -> Void)

  /// Starts a thread for the task that the caller creates next, which prefers ``JobExecutor``.
  ///
  /// The task's jobs are the thread's steps.
  ///
  /// - Returns: What the task calls last of all.
  func startTask(named name: String) -> @Sendable () -> Void

  /// Receives a job that can run from now on; no other thread runs here.
  ///
  /// - Parameter task: The number of the job's task; nil for a job of an actor.
  func enqueue(_ job: UnownedJob, ofTask task: UInt64?)

  /// The workers for queues that this director's threads create.
  var workers: any Workers { get }

  /// The value that belongs to an object, or to the calling thread, during one schedule; made on first use.
  ///
  /// An object of the whole process, such as the main queue, must not carry one schedule's state into the
  /// next.
  ///
  /// - Parameter object: The object's number; nil for the calling thread.
  func local<Value: AnyObject & Sendable>(to object: UInt64?, _ make: () -> Value) -> Value

  /// Calls `unfinished` when all threads have ended; a text describes an operation that will never finish.
  ///
  /// The closure, and with it the queue that it asks, is retained until then.
  func checkAtEnd(_ unfinished: @escaping @Sendable () -> String?)

  /// Runs `body` without directing what it calls of the platform, and without seeing its accesses to memory.
  func ignoring<Result>(_ body: () -> Result) -> Result

  /// Receives the broken rule of the framework or the platform that one of its threads has caused.
  func report(misuse message: String)

  /// Returns the number of a resource that the calling thread creates.
  func nameResource() -> UInt64
}

/// A number that names one lock, mailbox or observed object.
///
/// A director numbers what its threads make; everything else gets its number on first use.
@usableFromInline
package struct ResourceID: ~Copyable, Sendable {
  private static let last = Atomic<UInt64>(0)
  @usableFromInline let number: Atomic<UInt64>

  @inlinable
  @inline(__always)
  package init() { number = Atomic(Direction.isOn ? ResourceID.numberFromDirector() : 0) }

  @usableFromInline
  @inline(never)
  static func numberFromDirector() -> UInt64 { Direction.current?.nameResource() ?? 0 }

  @inlinable
  package var value: UInt64 {
    let known = number.load(ordering: .relaxed)
    return known != 0 ? known : numberOnFirstUse()
  }

  @usableFromInline
  @inline(never)
  borrowing func numberOnFirstUse() -> UInt64 {
    let fresh = ResourceID.last.add(1, ordering: .relaxed).newValue
    let (won, first) = number.compareExchange(expected: 0, desired: fresh, ordering: .relaxed)
    return won ? fresh : first
  }
}

/// What a directed thread asks of its director, about one resource.
package enum DirectedRequest: Sendable {
  /// The caller has done what the label says; no other thread runs here.
  case note
  /// Acquires a lock. Its holder acquires a recursive one once more, and waits for itself at another.
  case acquire(LockOwner, isRecursive: Bool)
  /// Acquires a lock of the program before the deadline, at once if that is nil; fails otherwise.
  case tryToAcquire(isRecursive: Bool, until: Duration?)
  /// Releases a lock once.
  case release(LockOwner)
  /// Releases a lock, waits for a signal, and acquires the lock again; fails if the deadline came first.
  ///
  /// A wait that may last forever is not reported as a deadlock: a worker may have nothing to do.
  case wait(LockOwner, until: Duration?, mayLastForever: Bool)
  /// Wakes one thread that waits on a lock.
  case wakeOne(LockOwner)
  /// Wakes all threads that wait on a lock.
  case wakeAll(LockOwner)
  /// The caller uses ordinary memory, named by the label, right after its step; no other thread runs here.
  ///
  /// Two uses that nothing orders, one of them a change, are a data race.
  case access(isChange: Bool)
  /// The caller's last step used an atomic, which orders other memory like this; no other thread runs here.
  case order(MemoryOrder)
  /// The caller has the result of a task, which has ended before.
  case getResult
  /// The caller uses a part of the platform that the director does not see; the label names the call.
  case unseen
}

/// Receives reports of threads that no director steers and that touch what directed threads made.
package protocol StrangerWatch: AnyObject, Sendable {
  /// A thread that is not directed touches the resource of this number.
  func strangerTouched(_ resource: UInt64, label: () -> String)
}

/// What a directed thread is about to do.
@usableFromInline
package enum DirectedStep: Sendable {
  /// Looks at a value that others may change.
  case read
  /// Changes a value that other threads may read.
  case write
  /// Tells observers that a value is about to change, or has changed.
  case announce
  /// Puts a message into a mailbox.
  case post
  /// Begins what a mailbox or a queue gave it.
  case begin
  /// Looks at the state of an operation without its lock.
  case look
  /// Changes a count, the framework's or one of the platform's.
  case count
  /// Stands at a point that the scenario has named.
  case point
}

/// Whose lock or condition it is, which decides what a thread table shows.
package enum LockOwner: Sendable {
  /// The program's own: a `RecursiveLock`, a `Condition`, a stand-in or one of the platform's.
  case program
  /// One of the framework's, which no table shows unless requested.
  case framework
}

/// Whether the calling thread is directed; without a director it costs one load.
@usableFromInline
package enum Direction {
  @usableFromInline static let directors = Atomic<Int>(0)

  /// Call in pairs round the time in which a director has threads.
  package static func begin() { directors.add(1, ordering: .sequentiallyConsistent) }

  /// The counterpart of ``begin()``.
  package static func end() { directors.subtract(1, ordering: .sequentiallyConsistent) }

  /// Whether there is a director; the only check in normal running.
  ///
  /// Inlined, because a call would cost more than the load: some ten of them for each operation.
  @inlinable
  @inline(__always)
  package static var isOn: Bool { directors.load(ordering: .relaxed) != 0 }

  /// The calling thread's director.
  package static var current: (any Director)? { isOn ? currentOfThread : nil }

  @inline(never)
  private static var currentOfThread: (any Director)? { ThreadLocals.withCurrent { $0.director } }

  /// Whether this is the calling thread's director.
  package static func isCurrent(_ director: any Director) -> Bool {
    ThreadLocals.withCurrent { $0.director === director }
  }

  /// Runs `body` as on a thread without a director: for what belongs to the whole process.
  ///
  /// Such a thing is in another state in each schedule: another thread may hold it, or leave the last
  /// reference to an object of its own there, whose deinitialiser locks. A step in `body` would make the
  /// scenario nondeterministic.
  package static func withoutDirector<Result>(_ body: () -> Result) -> Result {
    guard isOn else { return body() }
    return ThreadLocals.withCurrent { locals in
      guard let director = locals.director.take() else { return body() }
      defer { locals.director = director }
      return director.ignoring(body)
    }
  }

  /// Makes `director` the calling thread's director, or takes it away.
  package static func direct(by director: (any Director)?) {
    ThreadLocals.current.director = director
  }

  /// A point at which a directed thread can be overtaken; nothing otherwise.
  @inlinable
  package static func reach(
    _ step: DirectedStep, of resource: borrowing ResourceID, _ label: @autoclosure () -> String
  ) {
    if isOn { reachNow(step, of: resource, label) }
  }

  @usableFromInline
  @inline(never)
  static func reachNow(
    _ step: DirectedStep, of resource: borrowing ResourceID, _ label: () -> String
  ) {
    guard let director = currentOfThread else { return strangerTouchesNow(resource.value, label) }
    director.reach(step, on: resource.value, label: label)
  }

  private static let strangerWatch = ProcessWide<(any StrangerWatch)?>(nil)

  /// Makes `watch` the receiver of these reports: called once, before the first director begins.
  package static func reportStrangers(to watch: any StrangerWatch) { strangerWatch.withLock { $0 = watch } }

  /// Reports the calling thread, which has no director, if it touches what a directed one has made.
  @inlinable
  @inline(__always)
  package static func strangerTouches(
    _ resource: borrowing ResourceID, _ label: @autoclosure () -> String
  ) {
    if isOn { strangerTouchesNow(resource.value, label) }
  }

  @usableFromInline
  @inline(never)
  static func strangerTouchesNow(_ resource: UInt64, _ label: () -> String) {
    // Numbers that a director gave out have the highest bit.
    guard resource >> 63 == 1 else { return }
    strangerWatch.withLock { $0 }?.strangerTouched(resource, label: label)
  }

  /// A point before a use of ordinary memory, at which a directed thread can be overtaken; nothing otherwise.
  @inlinable
  package static func useMemory(
    _ resource: borrowing ResourceID, isChange: Bool, name: @autoclosure () -> String,
    _ label: @autoclosure () -> String
  ) {
    if isOn { useMemoryNow(resource, isChange: isChange, name, label) }
  }

  @usableFromInline
  @inline(never)
  static func useMemoryNow(
    _ resource: borrowing ResourceID, isChange: Bool, _ name: () -> String, _ label: () -> String
  ) {
    guard let director = currentOfThread else { return strangerTouchesNow(resource.value, label) }
    director.reach(isChange ? .write : .read, on: resource.value, label: label)
    director.perform(.access(isChange: isChange), on: resource.value, label: name)
  }

  /// Records what a directed thread has done; does nothing otherwise.
  @inlinable
  package static func note(_ label: @autoclosure () -> String) {
    if isOn { noteNow(label) }
  }

  @usableFromInline
  @inline(never)
  static func noteNow(_ label: () -> String) { currentOfThread?.perform(.note, on: 0, label: label) }
}
