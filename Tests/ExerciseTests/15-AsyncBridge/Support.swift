import ExerciseSupport
import MiniOperations
import Synchronization
import Testing

@testable import Exercise15

/// An error with a number.
struct Broken: Error { let number: Int }

/// The outcome of a call of `value()`, to be compared and printed.
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

  /// The outcome of a call of value().
  static func of(_ calculation: Calculation) async -> Outcome {
    do { return Outcome(.success(try await calculation.value())) } catch { return Outcome(.failure(error)) }
  }

  /// The value, or the error, for the work of a calculation.
  func get() throws -> Int {
    switch self {
    case .value(let value): return value
    case .broken(let number): throw Broken(number: number)
    case .cancelled, .another: throw CancellationError()
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

/// Runs the jobs of a task when the test says so, so it is known when the task is suspended.
final class Steps: TaskExecutor, @unchecked Sendable {
  // Unchecked: the variables are accessed while `condition` is locked.
  private let condition = Condition(name: "steps")
  private var jobs: [UnownedJob] = []
  private var started = 0
  private var whenResumed: (@Sendable () -> Void)?
  private let enqueued = Milestone()

  /// The thread of all tasks: a wrong answer may block it, and the test must continue.
  private static let thread = RunLoopThread(name: "tasks")
  private static let (blocked, lost) = (Flag("blocked"), Flag("lost"))

  /// Whether a task has blocked its thread.
  static var isBlocked: Bool { blocked.isRaised }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let whenResumed = condition.withLock {
      jobs.append(job)
      return self.whenResumed
    }
    enqueued.reach()
    whenResumed?()
  }

  /// Calls `body` on the thread that resumes the task.
  func whenResumed(_ body: @escaping @Sendable () -> Void) { condition.withLock { whenResumed = body } }

  /// Runs the jobs until there is none.
  func run() {
    guard !Steps.isBlocked else { return }
    let isOver = Milestone()
    Steps.thread.post { [self] in
      runHere()
      isOver.reach()
    }
    if !isOver.wait() { Steps.blocked.raise() }
  }

  /// Does so on the calling thread, which a wrong answer may block.
  func runHere() { while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) } }

  private func next() -> UnownedJob? {
    condition.withLock {
      guard !jobs.isEmpty else { return nil }
      started += 1
      return jobs.removeFirst()
    }
  }

  /// Waits for a job; false if none comes, and at once in a process in which that has happened before.
  func wait() -> Bool {
    guard !Steps.isBlocked, !Steps.lost.isRaised else { return false }
    // A task that is never resumed fails its requirement, and blocks nothing.
    if enqueued.wait(for: condition.withLock { started } + 1, stalls: false) { return true }
    Steps.lost.raise()
    return false
  }
}

/// A task that calls `value()`, step by step, and its outcome.
final class Caller: Sendable {
  private let steps = Steps()
  private let task: _Concurrency.Task<Void, Never>
  private let stored = Stored()

  private final class Stored: Sendable { let outcome = Synchronization.Mutex<Outcome?>(nil) }

  /// Makes a task that does not begin yet.
  init(of calculation: Calculation) {
    task = _Concurrency.Task(executorPreference: steps) { [stored] in
      let outcome = await Outcome.of(calculation)
      stored.outcome.withLock { $0 = outcome }
    }
  }

  /// Lets the task run until it is suspended.
  func run() { steps.run() }

  /// Does so on the calling thread.
  func runHere() { steps.runHere() }

  /// Lets the task call value(), and expects it to be suspended there.
  func expectWaiting() {
    let early = outcomeSoFar
    expect(
      !Steps.isBlocked,
      """
      expected value() to suspend its task, got a blocked thread: see 'While a task waits, it blocks no \
      thread' first
      """)
    expect(early == nil, "value() before the work has finished: expected it to wait, got \(shown(early))")
  }

  /// Calls `body` on the thread that resumes the task.
  func whenResumed(_ body: @escaping @Sendable () -> Void) { steps.whenResumed(body) }

  /// Cancels the task, which may not have begun.
  func cancel() { task.cancel() }

  /// The outcome, when the task has run as far as it can; nil while it waits.
  var outcomeSoFar: Outcome? {
    steps.run()
    if Steps.isBlocked { return nil }
    return stored.outcome.withLock { $0 }
  }

  /// The outcome; nil if there is none.
  ///
  /// It is there at once, unless the answer uses other tasks, which run elsewhere.
  var outcome: Outcome? {
    while outcomeSoFar == nil { if !steps.wait() { return outcomeSoFar } }
    return outcomeSoFar
  }

  var text: String {
    outcome.map { "\($0)" }
      ?? (Steps.isBlocked ? "nothing, because its thread is blocked" : "nothing, because it still waits")
  }
}
