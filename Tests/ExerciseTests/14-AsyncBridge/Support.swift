import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise14

/// An error that says which one it is.
struct Broken: Error { let number: Int }

/// What came of an await, or of a calculation, in a form that can be compared and printed.
enum Outcome: Equatable, CustomStringConvertible {
  case value(Int)
  case broken(Int)
  case cancelled
  case another(String)

  init(_ result: Result<Int, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error as Broken): self = .broken(error.number)
    case .failure(is CancellationError): self = .cancelled
    case .failure(let error): self = .another("\(type(of: error))")
    }
  }

  var description: String {
    switch self {
    case .value(let value): "the value \(value)"
    case .broken(let number): "the error \(number)"
    case .cancelled: "CancellationError"
    case .another(let name): "an error \(name)"
    }
  }
}

/// Runs what a task has to do when the test says so, and comes back when there is nothing left to do.
///
/// So it is known when a task has come to its await.
final class Steps: TaskExecutor, @unchecked Sendable {
  // Unchecked: the variables are touched while `changed` is locked.
  private let changed = Condition(name: "steps")
  private var jobs: [UnownedJob] = []
  private var isRunning = false
  private var whenResumed: (@Sendable () -> Void)?

  /// The thread of all tasks: a wrong answer may keep it, and the test must continue.
  private static let thread = RunLoopThread(name: "tasks")
  private static let stuck = Synchronization.Mutex(false)

  /// Whether a task has kept its thread while it waited.
  static var isStuck: Bool { stuck.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let whenResumed = changed.withLock {
      jobs.append(job)
      changed.broadcast()
      return self.whenResumed
    }
    whenResumed?()
  }

  /// Has `body` called on the thread that resumes the task.
  func whenResumed(_ body: @escaping @Sendable () -> Void) { changed.withLock { whenResumed = body } }

  /// Whether there is something to run.
  var hasJobs: Bool { changed.withLock { !jobs.isEmpty } }

  /// Runs until there is nothing to run.
  func run() {
    guard !Steps.isStuck else { return }
    changed.withLock { isRunning = true }
    Steps.thread.post { [self] in
      runHere()
      changed.withLock {
        isRunning = false
        changed.broadcast()
      }
    }
    let isThrough = changed.withLock {
      // Counted in short waits, as a milestone does. All requirements pay for this one, so there are fewer.
      var patience = 10
      while isRunning && patience > 0 {
        if !changed.wait(until: SystemTime().now + .milliseconds(100)) { patience -= 1 }
      }
      return !isRunning
    }
    if !isThrough { Steps.stuck.withLock { $0 = true } }
  }

  /// Runs on the calling thread, which a wrong answer may keep, until there is nothing to run.
  func runHere() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? { changed.withLock { jobs.isEmpty ? nil : jobs.removeFirst() } }

  /// How many short waits in vain there may be in one process.
  private static let patience = Synchronization.Mutex(10)

  /// Waits until there is something to run; false if that does not happen.
  func wait() -> Bool {
    changed.withLock {
      while jobs.isEmpty && !Steps.isStuck && Steps.patience.withLock({ $0 }) > 0 {
        let isInVain = !changed.wait(until: SystemTime().now + .milliseconds(100))
        if isInVain { Steps.patience.withLock { $0 -= 1 } }
      }
      return !jobs.isEmpty && !Steps.isStuck
    }
  }
}

/// A task that awaits a calculation, step by step, and its outcome.
final class Listener: Sendable {
  private let steps = Steps()
  private let task: _Concurrency.Task<Void, Never>
  private let heard = Heard()

  private final class Heard: Sendable { let outcome = Synchronization.Mutex<Outcome?>(nil) }

  /// Makes a task that does not begin yet.
  init(to calculation: Calculation) {
    task = _Concurrency.Task(executorPreference: steps) { [heard] in
      var outcome: Outcome
      do { outcome = Outcome(.success(try await calculation.value())) } catch {
        outcome = Outcome(.failure(error))
      }
      heard.outcome.withLock { $0 = outcome }
    }
  }

  /// Lets the task run as far as it can: at first to its await, later from there.
  func goOn() { steps.run() }

  /// Does so on the calling thread.
  func goOnHere() { steps.runHere() }

  /// Lets the task run to its await; false, and reported, when it does not wait there as it should.
  func waits() -> Bool {
    let early = outcomeSoFar
    if Steps.isStuck {
      Issue.record(
        """
        expected a task that waits to give its thread back, got one that keeps it: see the requirement 'While \
        a task waits it blocks no thread' first
        """)
    } else if let early {
      Issue.record("expected value() to wait until there is an outcome, got \(early)")
    }
    return early == nil && !Steps.isStuck
  }

  /// Whether the task has been resumed, and has not gone on.
  var isResumed: Bool { steps.hasJobs }

  /// Has `body` called on the thread that resumes the task.
  func whenResumed(_ body: @escaping @Sendable () -> Void) { steps.whenResumed(body) }

  /// Cancels the task, which may not have begun.
  func cancel() { task.cancel() }

  /// The outcome of the task when it can run no further by itself; nil while it waits.
  var outcomeSoFar: Outcome? {
    steps.run()
    // A later outcome would come by chance.
    if Steps.isStuck { return nil }
    return heard.outcome.withLock { $0 }
  }

  /// The outcome that the task gets, nil if it gets none.
  ///
  /// A right answer is there at once, unless it uses tasks of its own, which run elsewhere.
  var outcome: Outcome? {
    while outcomeSoFar == nil {
      if !steps.wait() { return outcomeSoFar }
    }
    return outcomeSoFar
  }

  var text: String {
    outcome.map { "\($0)" }
      ?? (Steps.isStuck
        ? "nothing, because it waits and keeps its thread" : "nothing, because it still waits")
  }
}
