import ExplorerHooks
import Threading

// Tasks and actors: the runtime cuts them into jobs, and each job is run as the next body of a thread.

/// Which threads of a schedule stand for tasks.
struct TaskTable: ~Copyable {
  /// The index of a task's thread, by the number that the runtime gave the task.
  var threads: [UInt64: Int] = [:]
  /// The thread of the task that is being created; the next job from the runtime belongs to it.
  var newcomer: Int?
  /// All jobs touch this, because each of their orders may end differently; it orders no memory.
  let jobs = ResourceID()

  mutating func removeAll() {
    if !threads.isEmpty { threads.removeAll(keepingCapacity: true) }
    newcomer = nil
  }
}

extension DirectedThread {
  /// What a thread needs to run jobs.
  struct Job {
    enum Owner { case task, child, actor }
    let owner: Owner
    /// Whether its task has ended.
    var hasEnded = false
    /// The thread of the task whose child it is: it gets the result, perhaps without a wait.
    var parent: Int?
    /// What the runtime calls the task; nil before its first job, and for an actor.
    var task: UnsafeRawPointer?
    /// How many child tasks it has had, for their names.
    var children = 0
    /// The job that it runs next: a running job may create its successor.
    var next: UnownedJob?
  }
}

extension Engine {
  func startTask(named name: String) -> @Sendable () -> Void { startTask(named: name, isDeclared: false) }

  func startTask(named name: String, isDeclared: Bool) -> @Sendable () -> Void {
    entered {
      var thread = DirectedThread(name: name, isDeclared: isDeclared, isWorker: false, state: .suspended)
      thread.job = DirectedThread.Job(owner: .task)
      let index = start(thread)
      tasks.newcomer = index
      return { [unowned self] in threads[index].job?.hasEnded = true }
    }
  }

  func enqueue(_ job: UnownedJob, ofTask task: UInt64?) {
    entered {
      touchJobs()
      guard let task else { return startActor(job) }
      // A task that another thread resumes has something in common with it, be it only a value. An actor is
      // such a thread: it resumes each task that has called it.
      if let known = tasks.threads[task], known != current { resources.notes.sharedByThreads() }
      // Safety: a job is a pointer to an object, and that of a task is the task.
      let pointer = unsafeBitCast(job, to: UnsafeRawPointer.self)
      let index = tasks.threads[task] ?? known(pointer) ?? threadOfNewTask()
      tasks.threads[task] = index
      if settings.findsDataRaces, index != current { memory.start(index, by: current) }
      threads[index].job?.task = pointer
      if threads[index].lane != nil {
        threads[index].job?.next = job
      } else {
        make(index, run: job)
      }
    }
  }

  /// A thread of the program is about to cancel a task of the platform.
  func cancelsTask() { reach(.write, on: CancellationHandler.flags.value) { "cancel a task" } }

  private func threadOfNewTask() -> Int {
    if let index = tasks.newcomer.take() { return index }
    let parent = column(of: current)
    threads[parent].job?.children += 1
    let number = threads[parent].job?.children ?? 0
    var child = DirectedThread(
      name: "\(threads[parent].name).\(number)", isDeclared: false, isWorker: false, state: .ended)
    child.job = DirectedThread.Job(owner: .child, parent: parent)
    #if !os(Linux)
      // The runtime does not tell where it ends.
      child.job?.hasEnded = true
    #endif
    return start(child)
  }

  private func startActor(_ job: UnownedJob) {
    let name = threads.freeName("actor", isAlwaysNumbered: true)
    var thread = DirectedThread(name: name, isDeclared: false, isWorker: false, state: .ended)
    thread.job = DirectedThread.Job(owner: .actor)
    make(start(thread), run: job)
  }

  private func make(_ index: Int, run job: UnownedJob) {
    threads.set(index, to: phase == .setUp ? .declared : .ready)
    if phase == .running { threads[index].enabler = record.events }
    threads[index].body = { job.runSynchronously(on: JobExecutor.shared.asUnownedTaskExecutor()) }
  }

  /// Whether the running step is a task's where tasks are cancelled: it may see that, or register a handler.
  var mayBeCancelled: Bool { resources.notes.cancelsTasks && threads[current].job != nil }

  /// The running step reads whether its task has been cancelled.
  func readCancellation() {
    let flags = resources.index(of: CancellationHandler.flags.value)
    resources.becameShared(flags)
    footprint.add(resources[flags].bit, isWrite: false)
  }

  /// The calling thread begins a job: nothing but other jobs can see what it does before its next point.
  func beginJob() {
    footprint = Footprint()
    touchJobs()
  }

  /// The calling thread has finished a job, and an actor may be free for others.
  func endJob() {
    touchJobs()
    guard let job = threads[current].job else { return }
    if settings.findsDataRaces {
      RaceDetector.endJob()
      if let parent = job.parent { pass(toParent: parent) }
    }
    if let next = job.next {
      threads[current].job?.next = nil
      make(current, run: next)
    } else if job.owner != .actor, !job.hasEnded {
      threads.set(current, to: .suspended)
    }
  }

  /// A child's end comes before what its parent does later, which an actor's thread may be running now.
  private func pass(toParent parent: Int) {
    for index in threads.indices
    where index == parent || threads[index].job?.owner == .actor && threads[index].lane != nil {
      memory.start(index, by: current)
    }
  }

  /// A task whose code the calling thread has run has come to an await or to its end, perhaps in its actor's
  /// job.
  func stopped(_ task: UnsafeRawPointer, hasEnded: Bool) {
    guard let thread = known(task) else { return }
    if hasEnded {
      threads[thread].job?.hasEnded = true
      if case .suspended = threads[thread].state { threads.set(thread, to: .ended) }
    }
    recorder?.stopped(thread, at: hasEnded ? nil : CallSite(suspending: task), self)
  }

  private func touchJobs() {
    let index = resources.index(of: tasks.jobs.value)
    // That tasks share the runtime's list of jobs is no meeting; that one resumes another is, see `enqueue`.
    resources.use(index, by: current, isSetUp: phase != .running, isMeeting: false)
    footprint.add(resources[index].bit, isWrite: true)
  }

  /// The thread under which a step is shown: a step of an actor is shown in the task that called it.
  func column(of thread: Int) -> Int {
    guard threads[thread].job?.owner == .actor else { return thread }
    // Safety: it is a pointer to the task.
    return withUnsafeCurrentTask { $0.flatMap { known(unsafeBitCast($0, to: UnsafeRawPointer.self)) } }
      ?? thread
  }

  /// The thread that stands for a task.
  private func known(_ task: UnsafeRawPointer) -> Int? {
    threads.lastIndex { $0.job?.task == task && $0.job?.hasEnded == false }
  }

  /// Where a task is suspended, in a recorded schedule.
  func placeOfAwait(_ thread: Int) -> String {
    guard let recorder, let task = threads[thread].job?.task else { return "" }
    return recorder.mark(CallSite(suspending: task))
  }

  // MARK: What is not controlled

  /// Whether a task that nothing can resume is resumed after all, by an uncontrolled thread.
  ///
  /// That takes real time, so only the first deadlock of a search waits for it, for less than the watchdog
  /// does.
  var hasStrayJob: Bool {
    let isSuspended = threads.contains { if case .suspended = $0.state { true } else { false } }
    guard isSuspended, !resources.notes.hasWaitedForStrays else { return false }
    resources.notes.hasWaitedForStrays = true
    let patience = min(.seconds(2), settings.watchdog / 2)
    return JobExecutor.shared.hasStray(among: tasks.threads.keys, within: patience)
  }

  var strayJobMessage: String {
    "A task was resumed by a thread that the Explorer does not control: by a clock, by the main actor, or on a Mac by "
      + "Task.sleep or a Task that is not the stand-in. The article YourFirstScenario says how a class that starts a "
      + "task is explored."
  }
}
