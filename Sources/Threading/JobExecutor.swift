import Dispatch

/// Brings the jobs of directed tasks to the director, so that each is a step of a schedule.
///
/// A task that prefers it is cut into jobs by the runtime: from its beginning, or from where it was resumed,
/// to where it waits next. Child tasks prefer it too, and so does what an actor does for such a task.
package final class JobExecutor: TaskExecutor {
  /// The only instance; it lives forever, because the runtime does not retain it for a task that waits.
  package static let shared = JobExecutor()

  /// The tasks whose jobs came from a thread without director.
  private let strays = Strays()

  private init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let task = JobExecutor.number(in: job.description)
    let job = UnownedJob(job)
    if let director = Direction.current { return director.enqueue(job, ofTask: task) }
    // Such a job never runs: beside a running schedule it could touch the same memory at the same time.
    if Direction.isOn {
      strays.add(task)
    } else {
      DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// Whether a thread without director lets one of these tasks continue within some time.
  package func hasStray(among tasks: some Collection<UInt64>, within patience: Duration) -> Bool {
    strays.wait(for: tasks, until: Platform.uptime + patience)
  }

  /// The number in "ExecutorJob(id: 12)"; an actor's own jobs have none.
  private static func number(in description: String) -> UInt64? {
    UInt64(description.utf8.filter { (48...57).contains($0) }.map { String($0 - 48) }.joined())
  }
}

/// Tasks that were resumed from elsewhere, and a way to wait for one.
private final class Strays: @unchecked Sendable {
  // Unchecked: `tasks` is touched while `condition` is locked, which no director sees.
  private let condition = SystemCondition()
  private var tasks: Set<UInt64> = []

  func add(_ task: UInt64?) {
    condition.lock()
    if let task { tasks.insert(task) }
    condition.broadcast()
    condition.unlock()
  }

  func wait(for wanted: some Collection<UInt64>, until deadline: Duration) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while tasks.isDisjoint(with: wanted) {
      if !condition.wait(until: deadline) { return !tasks.isDisjoint(with: wanted) }
    }
    return true
  }
}
