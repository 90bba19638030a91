import Explorer
import Foundation
import Synchronization

/// Programs that strangers wrote for the platform, and of which the Explorer once said something wrong.
public enum StrangersPrograms {
  /// Right: what waits for an item comes after its work.
  public static func itemIsAwaited(_ stage: Stage) {
    let sum = Sum()
    stage.thread("main") {
      let item = DispatchWorkItem { sum.value += 1 }
      DispatchQueue.global().async(execute: item)
      item.wait()
      sum.value += 1
    }
  }

  /// Right: a thread runs the item itself, and what waits for it comes after its work.
  public static func itemIsPerformed(_ stage: Stage) {
    let sum = Sum()
    nonisolated(unsafe) let item = DispatchWorkItem { sum.value += 1 }
    stage.thread("Ann") { item.perform() }
    stage.thread("Ben") {
      item.wait()
      sum.value += 1
    }
  }

  /// Right: a thread runs the item itself, and a queue is told.
  public static func performedItemNotifies(_ stage: Stage) {
    let sum = Sum()
    nonisolated(unsafe) let item = DispatchWorkItem { sum.value += 1 }
    stage.thread("Ann") { item.perform() }
    stage.thread("Ben") { item.notify(queue: .global()) { sum.value += 1 } }
    stage.finally { stage.expect(sum.value == 2, "both have counted") }
  }

  /// Right: what follows an item comes after it, also on a queue that was busy meanwhile.
  public static func itemNotifiesBusyQueue(_ stage: Stage) {
    let (worker, owner, sum) = (DispatchQueue(label: "worker"), DispatchQueue(label: "owner"), Sum())
    stage.thread("Ann") {
      let item = DispatchWorkItem { sum.value += 1 }
      item.notify(queue: owner) { sum.value += 1 }
      worker.async(execute: item)
    }
    stage.thread("Ben") { owner.sync {} }
    stage.finally { stage.expect(sum.value == 2, "both have counted") }
  }

  /// Right: each task awaits the one before, which may have ended by then.
  public static func tasksInChain(_ stage: Stage) {
    let chain = TaskChain()
    stage.thread("Ann") { chain.add(1) }
    stage.thread("Ben") { chain.add(2) }
    stage.finally { stage.expect(chain.log.sorted() == [1, 2], "both are done") }
  }

  private final class TaskChain: @unchecked Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)
    private(set) var log: [Int] = []

    func add(_ number: Int) {
      last.withLock { last in
        last = Task { [before = last] in
          await before?.value
          log.append(number)
        }
      }
    }
  }

  /// Wrong: a lock that another thread holds is not waited for, or not for ever.
  public static let triedLocks: [(name: String, body: @Sendable (Stage) -> Void)] = [
    tried("try") {
      NSLock()
    } hold: {
      $0.withLock {}
    } try: { lock in
      guard lock.try() else { return false }
      lock.unlock()
      return true
    },
    tried("lock before") {
      NSRecursiveLock()
    } hold: {
      $0.withLock {}
    } try: { lock in
      guard lock.lock(before: Date(timeIntervalSinceNow: 1)) else { return false }
      lock.unlock()
      return true
    },
    tried("with lock if available") {
      MutexBox()
    } hold: {
      $0.mutex.withLock { _ in }
    } try: {
      $0.mutex.withLockIfAvailable { _ in } != nil
    },
    tried("try to read") {
      ReadWriteLock()
    } hold: { lock in
      pthread_rwlock_wrlock(lock.lock)
      pthread_rwlock_unlock(lock.lock)
    } try: { lock in
      guard pthread_rwlock_tryrdlock(lock.lock) == 0 else { return false }
      pthread_rwlock_unlock(lock.lock)
      return true
    },
    tried("try to write") {
      ReadWriteLock()
    } hold: { lock in
      pthread_rwlock_rdlock(lock.lock)
      pthread_rwlock_unlock(lock.lock)
    } try: { lock in
      guard pthread_rwlock_trywrlock(lock.lock) == 0 else { return false }
      pthread_rwlock_unlock(lock.lock)
      return true
    },
  ]

  private static func tried<Lock: AnyObject>(
    _ name: String, _ make: @escaping @Sendable () -> Lock, hold: @escaping @Sendable (Lock) -> Void,
    try attempt: @escaping @Sendable (Lock) -> Bool
  ) -> (name: String, body: @Sendable (Stage) -> Void) {
    (
      name,
      { stage in
        nonisolated(unsafe) let lock = make()
        stage.thread("Ann") { hold(lock) }
        stage.thread("Ben") { stage.expect(attempt(lock), "it is free") }
      }
    )
  }

  /// Right: the first of the two makes the object that both use.
  public static func lazyReference(_ stage: Stage) {
    let shared = SharedSum()
    for name in ["Ann", "Ben"] { stage.thread(name) { stage.expect(shared.get().value == 7, "it is made") } }
  }

  /// Right: the queue knows itself, and does at once what comes from its own work.
  public static func queueKnowsItself(_ stage: Stage) {
    let (queue, key, sum) = (DispatchQueue(label: "queue"), DispatchSpecificKey<Bool>(), Sum())
    queue.setSpecific(key: key, value: true)
    let add: @Sendable () -> Void = {
      if DispatchQueue.getSpecific(key: key) == true { sum.value += 1 } else { queue.sync { sum.value += 1 } }
    }
    for name in ["Ann", "Ben"] { stage.thread(name) { queue.sync(execute: add) } }
    stage.thread("Cid", add)
  }

  /// Right: a task of the platform is awaited, also where it has ended by then, and so is one that sleeps.
  public static func tasksAreAwaited(_ stage: Stage) {
    let sum = Sum()
    stage.task("main") {
      let task = Task { sum.value += 1 }
      await Task.yield()
      await task.value
      await Task {
        try? await Task.sleep(for: .seconds(3))
        sum.value += 1
      }.value
      stage.expect(sum.value == 2, "both are counted")
    }
  }

  /// Wrong: nothing waits for the task.
  public static func taskIsForgotten(_ stage: Stage) {
    let tally = Tally()
    stage.thread("main") {
      Task { tally.sum.withLock { $0 += 1 } }
      stage.expect(tally.sum.withLock { $0 } == 1, "the work is done")
    }
  }

  /// Wrong: two tasks of the platform add without a lock.
  public static func tasksRace(_ stage: Stage) {
    let sum = Sum()
    stage.task("main") {
      let tasks = (0..<2).map { _ in Task { sum.value += 1 } }
      for task in tasks { await task.value }
    }
  }

  /// Wrong: the task is cancelled between its two looks.
  public static func taskIsCancelled(_ stage: Stage) {
    stage.thread("main") {
      let task = Task {
        let (lock, before) = (NSLock(), Task.isCancelled)
        lock.withLock {}
        stage.expect(before == Task.isCancelled, "the same twice")
      }
      task.cancel()
    }
  }

  /// Wrong: the waiter may come after the only opening.
  public static func taskWaitsForEver(_ stage: Stage) {
    let tally = Tally()
    stage.thread("main") {
      Task { await withCheckedContinuation { new in tally.waiter.withLock { $0 = new } } }
    }
    stage.thread("B") { tally.waiter.withLock { $0.take() }?.resume() }
  }

  /// Wrong: the continuation of a task that has entered an actor is lost.
  public static func taskWaitsInActor(_ stage: Stage) {
    let (cache, tally) = (Cache(), Tally())
    stage.thread("main") { Task { await cache.waits { new in tally.waiter.withLock { $0 = new } } } }
    stage.thread("B") { tally.sum.withLock { $0 += 1 } }
  }

  /// Right: an actor starts tasks that are its own.
  public static func actorStartsTasks(_ stage: Stage) {
    let (cache, sum) = (Cache(), Sum())
    stage.task("main") {
      for task in await cache.startTasks() { await task.value }
      sum.value = await cache.count
      stage.expect(sum.value == 2, "both are counted")
    }
  }

  /// Right: whatever kind of group waits for its children.
  public static func groupsWait(_ stage: Stage) {
    let tally = Tally()
    stage.task("main") {
      await withDiscardingTaskGroup { group in
        for _ in 0..<2 { group.addTask { tally.sum.withLock { $0 += 1 } } }
      }
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<2 {
          group.addTask {
            tally.sum.withLock { $0 += 1 }; return 1
          }
        }
        for await one in group { tally.sum.withLock { $0 += one } }
      }
      async let four: Void = tally.sum.withLock { $0 += 4 }
      await four
      stage.expect(tally.sum.withLock { $0 } == 10, "all have ended")
    }
  }

  /// Wrong: a child waits for ever.
  public static func childWaits(_ stage: Stage) {
    let tally = Tally()
    stage.task("main") {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await withCheckedContinuation { new in tally.waiter.withLock { $0 = new } } }
      }
    }
    stage.thread("B") { tally.sum.withLock { $0 += 1 } }
  }

  /// Wrong: the actor computes twice, because it lets another task in at its await.
  public static func actorIsReentered(_ stage: Stage) {
    let cache = Cache()
    for name in ["Ann", "Ben"] { stage.task(name) { await cache.fill() } }
    stage.task("end") { stage.expect(await cache.count < 2, "computed once") }
  }

  /// Where it awaits, and where a task waits for ever.
  public static let awaits = (yields: #line + 19, waits: #line + 14)
  private actor Cache {
    private(set) var count = 0
    private var isFull = false

    func startTasks() -> [Task<Void, Never>] { (0..<2).map { _ in Task { count += 1 } } }

    func fill() async {
      if isFull { return }
      await compute()
      isFull = true
    }

    func waits(_ body: (CheckedContinuation<Void, Never>) -> Void) async {
      await withCheckedContinuation(body)
    }

    private func compute() async {
      count += 1
      await Task.yield()
    }
  }

  /// Right: Foundation locks for itself while it writes a property list.
  public static func propertyList(_ stage: Stage) {
    let lock = NSLock()
    for name in ["Ann", "Ben"] {
      stage.thread(name) {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        lock.withLock { stage.expect((try? encoder.encode([name])) != nil, "it is written") }
      }
    }
  }

  /// Adds under a `Mutex` that is seen.
  public static func addSeen(_ sum: SeenSum) { sum.value.withLock { $0 += 1 } }

  /// A sum under a `Mutex` that is seen.
  public final class SeenSum: Sendable {
    let value = Mutex(0)
    /// Zero.
    public init() {}
  }

  /// A queue and a thread have names that differ in each run: right, unless one adds without the queue.
  public static func randomNames(isGuarded: Bool) -> @Sendable (Stage) -> Void {
    { stage in
      let (queue, tally) = (DispatchQueue(label: UUID().uuidString), Tally())
      for name in ["A", "B"] {
        stage.thread(name) {
          if isGuarded { return queue.sync { tally.sum.withLock { $0 += 1 } } }
          let former = queue.sync { tally.sum.withLock { $0 } }
          queue.async { tally.sum.withLock { $0 = former + 1 } }
        }
      }
      stage.finally { stage.expect(tally.sum.withLock { $0 } == 2, "both are counted") }
    }
  }

  /// Right: who finds the lock taken lets the others run.
  public static func spinLock(_ stage: Stage) {
    let (lock, sum) = (SpinLock(), Sum())
    for name in ["Ann", "Ben"] { stage.thread(name) { lock.withLock { sum.value += 1 } } }
  }

  /// Right: who does not get the lock asks again at once.
  public static func exchange(_ stage: Stage) {
    let (gate, sum) = (Gate(), Sum())
    for name in ["Ann", "Ben"] {
      stage.thread(name) {
        while gate.wantsA.exchange(true, ordering: .acquiring) {}
        sum.value += 1
        gate.wantsA.store(false, ordering: .releasing)
      }
    }
  }

  /// Peterson's algorithm guards a sum: right, unless each thread gives precedence to itself.
  public static func peterson(isPolite: Bool) -> @Sendable (Stage) -> Void {
    { stage in
      let (sum, gate) = (Sum(), Gate())
      stage.thread("A") {
        gate.wantsA.store(true, ordering: .sequentiallyConsistent)
        gate.turn.store(isPolite ? 1 : 0, ordering: .sequentiallyConsistent)
        while gate.wantsB.load(ordering: .sequentiallyConsistent),
          gate.turn.load(ordering: .sequentiallyConsistent) == 1
        {}
        sum.value += 1
        gate.wantsA.store(false, ordering: .sequentiallyConsistent)
      }
      stage.thread("B") {
        gate.wantsB.store(true, ordering: .sequentiallyConsistent)
        gate.turn.store(isPolite ? 0 : 1, ordering: .sequentiallyConsistent)
        while gate.wantsA.load(ordering: .sequentiallyConsistent),
          gate.turn.load(ordering: .sequentiallyConsistent) == 0
        {}
        sum.value += 1
        gate.wantsB.store(false, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// A reader tries again until both halves are of one version; right, unless the writer forgets to announce
  /// itself.
  public static func versions(announced: Bool) -> @Sendable (Stage) -> Void {
    { stage in
      let version = Atomic(0)
      let x = Atomic(0)
      let y = Atomic(0)
      stage.thread("writer") {
        if announced { version.add(1, ordering: .sequentiallyConsistent) }
        x.store(1, ordering: .sequentiallyConsistent)
        y.store(1, ordering: .sequentiallyConsistent)
        version.add(announced ? 1 : 2, ordering: .sequentiallyConsistent)
      }
      stage.thread("reader") {
        while true {
          let before = version.load(ordering: .sequentiallyConsistent)
          let pair = (
            x.load(ordering: .sequentiallyConsistent), y.load(ordering: .sequentiallyConsistent)
          )
          guard before.isMultiple(of: 2), version.load(ordering: .sequentiallyConsistent) == before else {
            continue
          }
          return stage.expect(pair.0 == pair.1, "two halves of one version")
        }
      }
    }
  }

  /// Right: two threads take a lock by an exchange, and try again without a pause.
  public static func exchanges(_ stage: Stage) {
    let isTaken = Atomic(false)
    let sum = Sum()
    for name in ["A", "B"] {
      stage.thread(name) {
        while !isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {}
        sum.value += 1
        isTaken.store(false, ordering: .releasing)
      }
    }
  }

  /// A thread looks again and again whether another one has come, which takes a second: right, if that one
  /// does come.
  public static func looks(comes: Bool) -> @Sendable (Stage) -> Void {
    { stage in
      let isReady = Atomic(false)
      stage.thread("A") { while !isReady.load(ordering: .acquiring) {} }
      stage.thread("B") {
        sleep(1)
        isReady.store(comes, ordering: .releasing)
      }
    }
  }

  /// Wrong: who has looked often enough goes on, although nobody has come.
  public static func givesUp(_ stage: Stage) {
    let isReady = Atomic(false)
    stage.thread("A") {
      for _ in 0..<50 where isReady.load(ordering: .acquiring) { return }
      stage.expect(isReady.load(ordering: .acquiring), "B has come")
    }
    stage.thread("B") { isReady.store(true, ordering: .releasing) }
  }

  /// Nothing that is seen ends the loop.
  public static func loop(while goesOn: @escaping @Sendable () -> Bool) -> @Sendable (Stage) -> Void {
    { stage in
      let isReady = Atomic(false)
      for name in ["A", "B"] {
        stage.thread(name) { while !isReady.load(ordering: .sequentiallyConsistent), goesOn() {} }
      }
    }
  }

  /// Right: the answer and the cancellation agree under a lock who resumes.
  public static func bridge(_ stage: Stage) {
    let waiter = Waiter()
    stage.task("Ann", mayBeCancelled: true) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter.begin($0) }
      } onCancel: {
        waiter.end()
      }
    }
    stage.thread("net") { waiter.end() }
  }

  /// Right: a task resumes another whose handler of a cancellation is paused, with the runtime's lock of that task.
  public static func waiterIsCancelled(_ stage: Stage) {
    let gate = Mutex(false)
    let waiter = Waiter()
    stage.task("giver") {
      await Task.yield()
      gate.withLock { $0 = true }
      waiter.end()
    }
    stage.task("taker", mayBeCancelled: true) {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter.begin($0) }
      } onCancel: {
        _ = gate.withLock { $0 }
        waiter.end()
        gate.withLock { $0 = true }
      }
    }
  }

  /// Wrong: the cancellation may come between the two looks.
  public static func looksTwice(_ stage: Stage) {
    let isCancelled = Atomic(false)
    stage.task("Ann", mayBeCancelled: true) {
      await withTaskCancellationHandler {
        let before = isCancelled.load(ordering: .sequentiallyConsistent)
        stage.expect(before == isCancelled.load(ordering: .sequentiallyConsistent), "the same twice")
      } onCancel: {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// Wrong: either of the two may be the first in the stream.
  public static func stream(_ stage: Stage) {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    stage.task("reader") {
      for await first in stream {
        stage.expect(first == 1, "one is first")
        break
      }
    }
    stage.thread("one") { input.yield(1) }
    stage.thread("two") { input.yield(2) }
  }

  /// Wrong: the second waiter replaces the first.
  public static func replacedContinuation(_ stage: Stage) {
    let waiter = Waiter()
    for name in ["Ann", "Ben"] { stage.task(name) { await withCheckedContinuation { waiter.begin($0) } } }
    stage.thread("end") { waiter.end() }
  }

  /// Wrong: what two threads do under a lock, one after the other, is more than one.
  public static func lockIsFree(_ stage: Stage) {
    let (lock, sum) = (NSLock(), Sum())
    for name in ["Ann", "Ben"] { stage.thread(name) { lock.withLock { sum.value += 1 } } }
    stage.finally { stage.expect(sum.value == 1, "it was done once") }
  }

  /// Wrong: a signal may come before the wait, and a second one wakes one of two.
  public static func signalIsEarly(_ stage: Stage) {
    let condition = NSCondition()
    for name in ["Ann", "Ben"] {
      stage.thread(name) {
        condition.lock()
        condition.wait()
        condition.unlock()
      }
    }
    stage.thread("Cid") {
      condition.signal()
      condition.broadcast()
    }
  }

  /// Wrong: two locks in two orders.
  public static func inversion(_ stage: Stage) {
    let (one, other) = (NSLock(), NSLock())
    stage.thread("A") { one.withLock { other.withLock {} } }
    stage.thread("B") { other.withLock { one.withLock {} } }
  }

  /// Wrong: the sum is not guarded; the line that changes it is `line` or, for an element, the next one.
  public static func addition(_ stage: Stage) {
    let sum = Sum()
    for name in ["A", "B"] { stage.thread(name) { sum.add() } }
  }

  /// Wrong: a reader has taken the pointer when its memory is released by hand.
  public static func memoryIsReleased(_ release: @escaping Release) -> @Sendable (Stage) -> Void {
    { stage in
      let buffer = Buffer()
      stage.thread("reader") { _ = buffer.first() }
      stage.thread("closer") { buffer.lock.withLock { buffer.release(release) } }
    }
  }

  /// Releases memory by hand.
  public typealias Release = @Sendable (UnsafeMutablePointer<UInt8>) -> Void
  /// All ways to do that.
  public static let releases: [Release] = [
    { $0.deallocate() }, { UnsafeMutableRawPointer($0).deallocate() },
    { UnsafeMutableBufferPointer(start: $0, count: 8).deallocate() },
  ]

  /// Right: the memory is read and released under one lock.
  public static func memoryIsGuarded(_ stage: Stage) {
    let buffer = Buffer()
    stage.thread("reader") { buffer.lock.withLock { _ = buffer.bytes?[0] } }
    stage.thread("closer") { buffer.lock.withLock { buffer.release(releases[0]) } }
  }

  private final class Buffer: @unchecked Sendable {
    let lock = NSLock()
    var bytes: UnsafeMutablePointer<UInt8>?

    init() {
      bytes = .allocate(capacity: 8)
      bytes?.initialize(repeating: 1, count: 8)
    }

    func first() -> UInt8? {
      let taken = lock.withLock { bytes }
      return taken?[0]
    }

    func release(_ release: Release) {
      bytes.map(release)
      bytes = nil
    }
  }

  /// Wrong twice: a sum is not guarded, and nobody signals what a thread may wait for before it lets the others in.
  public static func twoMistakes(_ stage: Stage) {
    let (sum, signal, gate) = (Sum(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = Mutex(false)
    for name in ["Ann", "Ben"] {
      stage.thread(name) {
        gate.wait()
        sum.value += 1
      }
    }
    stage.thread("Cid") {
      if isOver.withLock({ $0 }) { signal.wait() }
      for _ in 1...2 { gate.signal() }
    }
    stage.thread("Dan") { isOver.withLock { $0 = true } }
  }

  /// Wrong twice: what Ann and Ben read and write belongs together, and Cid reads a number that Ann writes.
  public static func raceBesideAMistake(_ stage: Stage) {
    let (lock, sum, other) = (NSLock(), Sum(), Sum())
    for name in ["Ann", "Ben"] {
      stage.thread(name) {
        if name == "Ann" { other.value = 1 }
        let seen = lock.withLock { sum.value }
        lock.withLock { sum.value = seen + 1 }
      }
    }
    stage.thread("Cid") { _ = other.value }
    stage.finally { stage.expect(sum.value == 2, "both have counted") }
  }

  /// Wrong: a task waits at two lines, and another one runs meanwhile.
  public static func taskYieldsTwice(_ stage: Stage) {
    for name in ["Ann", "Ben"] {
      stage.task(name) {
        await Task.yield()
        await Task.yield()
      }
    }
    stage.finally { stage.expect(false, "this is looked at") }
  }

  /// Wrong: a timer ticks for ever, whose thread computes for a while before it is set.
  public static func timerTicks(_ stage: Stage) {
    let queue = DispatchQueue(label: "ticks")
    @Sendable func tick() {
      let deadline = DispatchTime.now() + 1
      if !isSlow.exchange(true, ordering: .relaxed) { compute() }
      queue.asyncAfter(deadline: deadline) { tick() }
    }
    let isSlow = Atomic(false)
    stage.thread("A") { tick() }
  }

  /// Wrong: a task sleeps for ever until times that it has computed from the clock, at first slowly.
  public static func taskTicks(_ stage: Stage) {
    let isSlow = Atomic(false)
    stage.task("A") {
      while true {
        let end = ContinuousClock.now + .seconds(1)
        if !isSlow.exchange(true, ordering: .relaxed) { compute() }
        try await Task.sleep(until: end, clock: .continuous)
      }
    }
  }

  /// Right without a surprise: the shorter sleep ends first, on whatever clock.
  public static func tasksSleep(_ stage: Stage) {
    let order = Mutex<[String]>([])
    let sleeps: [(String, @Sendable () async throws -> Void)] = [
      ("1 suspending", { try await Task.sleep(for: .seconds(1), clock: .suspending) }),
      ("2 continuous", { try await Task.sleep(for: .seconds(2)) }),
      ("3 nanoseconds", { try await Task.sleep(nanoseconds: 3_000_000_000) }),
      ("4 until", { try await Task.sleep(until: .now + .seconds(4), clock: .continuous) }),
    ]
    for (name, sleep) in sleeps {
      stage.task(name) {
        try await sleep()
        order.withLock { $0.append(name) }
      }
    }
    stage.finally { stage.expect(order.withLock { $0 == $0.sorted() }, "the shorter sleep ends first") }
  }

  /// Wrong where Ben looks first; Ann waits in vain for a lock that she holds and nobody else uses.
  public static func waitsForItsOwnLock(_ stage: Stage) {
    let lock = NSLock()
    let isSet = Atomic(false)
    stage.thread("Ann") {
      isSet.store(true, ordering: .sequentiallyConsistent)
      lock.lock()
      _ = lock.lock(before: Date(timeIntervalSinceNow: 1))
      lock.unlock()
    }
    stage.thread("Ben") { stage.expect(isSet.load(ordering: .sequentiallyConsistent), "Ann was first") }
  }

  /// Right, apart from data races: where Ann's sleep has ended early, no time has passed, and Cid sleeps on.
  public static func sleepEndsEarly(_ stage: Stage) {
    final class Flags: @unchecked Sendable { var annWasEarly = false, cidIsAwake = false }
    let (semaphore, flags) = (DispatchSemaphore(value: 0), Flags())
    semaphore.signal()
    let benHasBegun = Atomic(false)
    let annIsDone = Atomic(false)
    stage.thread("Ann") {
      usleep(1_000)
      _ = semaphore.wait(timeout: .now() + 10)
      flags.annWasEarly = !benHasBegun.load(ordering: .sequentiallyConsistent) && !flags.cidIsAwake
      annIsDone.store(true, ordering: .sequentiallyConsistent)
    }
    stage.thread("Ben") { benHasBegun.store(true, ordering: .sequentiallyConsistent) }
    stage.thread("Cid") {
      usleep(5_000)
      flags.cidIsAwake = true
      let annIsDone = annIsDone.load(ordering: .sequentiallyConsistent)
      stage.expect(annIsDone || !flags.annWasEarly, "Ann is done before any time passes")
    }
  }

  /// Right: a thread asks a clock in a loop until a millisecond has passed.
  public static func clockIsAsked(_ stage: Stage) {
    stage.thread("A") {
      let end = ContinuousClock.now + .milliseconds(1)
      while ContinuousClock.now < end {}
      let day = Date()
      while Date() < day + 0.001 {}
    }
  }

  /// Needs thirty milliseconds of a processor.
  private static func compute() {
    var time = timespec()
    func now() -> Int {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
    let end = now() + 30
    while now() < end {}
  }

  /// Wrong: children of a group append without a guard, at `appends`.
  public static func appending(_ stage: Stage) {
    let names = Names()
    stage.task("main") {
      await withTaskGroup(of: Void.self) { group in
        for name in ["Ann", "Ben"] {
          group.addTask {
            await Task.yield()
            names.all.append(name)
          }
        }
      }
    }
  }

  /// Where they append.
  public static let appends = #line - 8

  final class Names: @unchecked Sendable { var all: [String] = [] }

  /// Where the sum is changed.
  public static let line = #line + 5
  final class Sum: @unchecked Sendable {
    var value = 0
    var list = [0]
    func add() {
      value += 1
      list[0] += 1
    }
  }

  private final class SharedSum: Sendable {
    private let sum = AtomicLazyReference<Sum>()

    func get() -> Sum {
      if let made = sum.load() { return made }
      let new = Sum()
      new.value = 7
      return sum.storeIfNil(new)
    }
  }

  private final class SpinLock: Sendable {
    private let isTaken = Atomic(false)

    func withLock(_ body: () -> Void) {
      while !isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {
        sched_yield()
      }
      body()
      isTaken.store(false, ordering: .releasing)
    }
  }

  private final class Gate: Sendable {
    let wantsA = Atomic(false)
    let wantsB = Atomic(false)
    let turn = Atomic(0)
  }

  private final class Tally: Sendable {
    let sum = Mutex(0)
    let waiter = Mutex<CheckedContinuation<Void, Never>?>(nil)
  }

  private final class Waiter: Sendable {
    private let state = Mutex((isOver: false, continuation: CheckedContinuation<Void, Never>?.none))

    func begin(_ continuation: CheckedContinuation<Void, Never>) {
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }

    func end() {
      state.withLock { state in
        state.isOver = true
        return state.continuation.take()
      }?.resume()
    }
  }
}
