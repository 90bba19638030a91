import Synchronization

/// Takes over every place where one thread can overtake another.
///
/// In normal running there is no director and each primitive of this folder asks the operating system. The
/// Explorer conforms to this protocol, lets one thread go at a time, and so decides what happens first.
///
/// A thread belongs to the director that started it, and so do the threads that it starts. Everything is
/// reported in terms of *resources*: a lock, a condition, a mailbox, an observed object. A resource is a
/// number that is given out once and never again.
package protocol Director: AnyObject, Sendable {
  /// Lets another thread go first, where the caller is about to do `step`.
  ///
  /// The label is only made if it will be read.
  func reach(_ step: DirectedStep, of resource: UInt64, label: () -> String)

  /// Records, for the table of a schedule, what the caller has done; no thread is overtaken here.
  func note(_ label: () -> String)

  /// Returns when the caller holds `lock`.
  ///
  /// It may hold one of the program's already; the framework's are not recursive.
  func acquire(_ lock: UInt64, of owner: LockOwner, label: () -> String)

  /// Returns when the caller holds `lock`, which is not recursive: its holder waits for itself, forever.
  func acquireOnce(_ lock: UInt64, label: () -> String)

  /// Acquires `lock` before the deadline, or at once if there is none; false if that was not possible.
  ///
  /// With `isRecursive` its holder succeeds once more.
  func tryAcquire(_ lock: UInt64, isRecursive: Bool, until deadline: Duration?, label: () -> String) -> Bool

  /// Returns when `isOpen` is true, as one step that changes `resource`; false when the deadline came first.
  ///
  /// A semaphore, the end of a thread and a place in a queue are waited for like this. Whatever `isOpen` reads
  /// is changed only in steps that change `resource`. The caller acts on it before its next step, so that no
  /// other thread comes between.
  func await(
    _ resource: UInt64, until deadline: Duration?, label: () -> String,
    isOpen: @escaping @Sendable () -> Bool
  ) -> Bool

  /// Gives back one hold on `lock`.
  func release(_ lock: UInt64, of owner: LockOwner, label: () -> String)

  /// Releases `lock`, sleeps until it is woken or the deadline has come, and acquires the lock again.
  ///
  /// Returns false when the deadline came first. A thread that waits `forWork` waits for no particular thread,
  /// and may still wait when all others have ended.
  func wait(
    on lock: UInt64, of owner: LockOwner, until deadline: Duration?, forWork: Bool, label: () -> String
  ) -> Bool

  /// Wakes one thread, or all, that wait on `lock`.
  func wake(_ lock: UInt64, of owner: LockOwner, all: Bool, label: () -> String)

  /// The directed time, which stands still while any thread can run.
  var now: Duration { get }

  /// Sleeps until the directed time is `deadline`.
  func sleep(until deadline: Duration)

  /// Starts a thread that this director steers too.
  func startThread(named name: String, _ body: @escaping @Sendable () -> Void)

  /// Starts a thread as ``startThread(named:_:)`` does, where nothing may be overtaken.
  func startThreadLater(named name: String, _ body: @escaping @Sendable () -> Void)

  /// Starts a thread for the task that the caller makes next; it prefers ``JobExecutor``.
  ///
  /// The task's jobs are the thread's steps. It sets ``JobExecutor/column`` and calls `ended` last of all.
  func startTask(named name: String) -> (column: Int, ended: @Sendable () -> Void)

  /// Receives a job that can run from now on; no thread is overtaken here.
  ///
  /// - Parameter task: The number of the job's task; nil for a job of an actor.
  func enqueue(_ job: UnownedJob, ofTask task: UInt64?)

  /// The workers that the queues of this director's threads use.
  var workers: any Workers { get }

  /// What belongs to the object with this number for the time of one schedule, made on first use.
  ///
  /// An object of the whole process, a main queue for instance, must not remember one schedule in the next.
  func local<Value: AnyObject & Sendable>(to object: UInt64, _ make: () -> Value) -> Value

  /// A number that the calling thread has alone, among all that the schedule has started.
  var threadNumber: UInt64 { get }

  /// Receives each queue that its threads make, to check at the end whether an operation is left in it.
  func adopt(_ queue: MiniOperationQueue)

  /// Receives a misuse on one of its threads, in place of ``Misuse/handler``.
  func report(_ misuse: Misuse)

  /// Receives a broken rule of the platform, where the platform itself would trap or have undefined behaviour.
  func report(misuse message: String)

  /// Gives a number to a resource that the calling thread makes.
  func nameResource() -> UInt64

  /// Lets another thread run first, where the caller is about to use ordinary memory.
  ///
  /// Something else must keep the uses in order: two that nothing orders, one of them a change, are a data race.
  func useMemory(_ resource: UInt64, isChange: Bool, name: () -> String, label: () -> String)

  /// Records which other memory the caller's operation on an atomic orders; that operation is an earlier step.
  func orderMemory(at atomic: UInt64, _ order: MemoryOrder)
}

/// Receives reports of threads that no director steers and that touch what directed threads made.
package protocol StrangerWatch: AnyObject, Sendable {
  /// A thread that is not directed touches the resource of this number.
  func strangerTouched(_ resource: UInt64, label: () -> String)
}

/// What a directed thread is about to do.
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
  /// Changes a number of the framework's own that others read without a lock.
  case count
  /// Stands at a point that the scenario has named.
  case point
}

/// Whose lock or condition it is, which decides what a thread table shows.
package enum LockOwner: Sendable {
  /// The program's own: a `RecursiveLock` or a `Condition`.
  case program
  /// One of the framework's, which no table shows unless requested.
  case framework
}

/// Whether the calling thread is directed; without a director it costs one load.
package enum Direction {
  private static let directors = Atomic<Int>(0)

  /// Call in pairs round the time in which a director has threads.
  package static func begin() { directors.add(1, ordering: .sequentiallyConsistent) }

  /// The counterpart of ``begin()``.
  package static func end() { directors.subtract(1, ordering: .sequentiallyConsistent) }

  /// Whether there is a director; the only check in normal running.
  ///
  /// Inlined, because a call would cost more than the load: some ten of them for each operation.
  @inline(__always)
  static var isOn: Bool { directors.load(ordering: .relaxed) != 0 }

  /// The calling thread's director.
  package static var current: (any Director)? { isOn ? currentOfThread : nil }

  @inline(never)
  private static var currentOfThread: (any Director)? { ThreadContext.withCurrent { $0.director } }

  /// Makes `director` the calling thread's director, or takes it away.
  package static func direct(by director: (any Director)?) {
    ThreadContext.current.director = director
  }

  /// A point at which a directed thread can be overtaken; nothing otherwise.
  package static func reach(
    _ step: DirectedStep, of resource: borrowing ResourceID, _ label: @autoclosure () -> String
  ) {
    if isOn { reachNow(step, of: resource, label) }
  }

  @inline(never)
  private static func reachNow(
    _ step: DirectedStep, of resource: borrowing ResourceID, _ label: () -> String
  ) {
    guard let director = currentOfThread else { return strangerTouchesNow(resource.value, label) }
    director.reach(step, of: resource.value, label: label)
  }

  private static let strangerWatch = ProcessWide<(any StrangerWatch)?>(nil)

  /// Makes `watch` the receiver of these reports: called once, before the first director begins.
  package static func reportStrangers(to watch: any StrangerWatch) { strangerWatch.withLock { $0 = watch } }

  /// Reports the calling thread, which has no director, if it touches what a directed one has made.
  @inline(__always)
  package static func strangerTouches(
    _ resource: borrowing ResourceID, _ label: @autoclosure () -> String
  ) {
    if isOn { strangerTouchesNow(resource.value, label) }
  }

  @inline(never)
  private static func strangerTouchesNow(_ resource: UInt64, _ label: () -> String) {
    // Numbers that a director gave out have the highest bit.
    guard resource >> 63 == 1 else { return }
    strangerWatch.withLock { $0 }?.strangerTouched(resource, label: label)
  }

  /// A point before a use of ordinary memory, at which a directed thread can be overtaken; nothing otherwise.
  package static func useMemory(
    _ resource: borrowing ResourceID, isChange: Bool, name: @autoclosure () -> String,
    _ label: @autoclosure () -> String
  ) {
    if isOn { useMemoryNow(resource, isChange: isChange, name, label) }
  }

  @inline(never)
  private static func useMemoryNow(
    _ resource: borrowing ResourceID, isChange: Bool, _ name: () -> String, _ label: () -> String
  ) {
    guard let director = currentOfThread else { return strangerTouchesNow(resource.value, label) }
    director.useMemory(resource.value, isChange: isChange, name: name, label: label)
  }

  /// Records what a directed thread has done; does nothing otherwise.
  package static func note(_ label: @autoclosure () -> String) {
    if isOn { noteNow(label) }
  }

  @inline(never)
  private static func noteNow(_ label: () -> String) { currentOfThread?.note(label) }
}
