import Threading

/// A small concurrent program together with what must hold, in whatever order its threads take turns.
///
///     let transfer = Scenario("transfer") { stage in
///       let balance = Shared(100, "balance")
///       for (name, amount) in [("A", 30), ("B", 50)] {
///         stage.thread(name) {
///           let before = balance.value      // a point: another thread may run first
///           balance.value = before - amount // and here
///         }
///       }
///       stage.finally { stage.expect(balance.value == 20, "both amounts are gone") }
///     }
///     print(Explorer.explore(transfer))
///
/// The closure runs once for every schedule, so everything that the threads use
/// is created inside. It must do the same each time: nothing that depends on a
/// clock or a random number, nothing left over from an earlier run.
public struct Scenario: Sendable {
  /// The name, which is part of every replay token.
  public let name: String
  let body: @Sendable (Stage) throws -> Void

  /// Creates a scenario; nothing runs yet.
  public init(_ name: String, _ body: @escaping @Sendable (Stage) throws -> Void) {
    self.name = name
    self.body = body
  }
}

/// Where a scenario sets up one run: it declares its threads and what must hold.
public final class Stage: @unchecked Sendable {
  // Unchecked: only the thread that holds the baton uses it.
  private unowned let engine: Engine
  @exclusivity(unchecked) private var finalChecks: [@Sendable () throws -> Void] = []
  @exclusivity(unchecked) private var alwaysChecks: [(claim: String, condition: @Sendable () -> Bool)] = []
  @exclusivity(unchecked) private var watches: [(name: String, value: @Sendable () -> Any)] = []

  /// Whether operations may remain in a queue at the end, which otherwise is a finding.
  public var mayLeaveOperations = false

  init(_ engine: Engine) { self.engine = engine }

  /// Declares a thread, which begins when the set-up is over.
  ///
  /// An error that it throws is a finding.
  public func thread(
    _ name: String, file: StaticString = #filePath, line: Int = #line,
    _ body: @escaping @Sendable () throws -> Void
  ) {
    precondition(engine.phase == .setUp, "Declare the thread '\(name)' in the set-up, before others run.")
    let engine = engine
    var thread = DirectedThread(
      name: name, isDeclared: true, isWorker: false, state: .declared,
      body: { [unowned engine] in
        do { try body() } catch { engine.find(.thrownError, "'\(name)' threw: \(error)") }
      })
    thread.declaration = (file, line)
    engine.start(thread)
  }

  /// Declares a task, which begins when the set-up is over.
  ///
  /// Each part of it between two suspensions is a step, and so is each part of
  /// its actors and child tasks. With `mayBeCancelled` it is cancelled at every
  /// point where that can happen, even too late. An error that it throws is a
  /// finding, except the `CancellationError` of a task that may be cancelled.
  public func task(
    _ name: String, mayBeCancelled: Bool = false, _ body: @escaping @Sendable () async throws -> Void
  ) {
    precondition(engine.phase == .setUp, "Declare the task '\(name)' in the set-up, before others run.")
    let engine = engine
    let ended = engine.startTask(named: name, isDeclared: true)
    let task = Task(executorPreference: JobExecutor.shared) { [unowned engine] in
      do { try await body() } catch is CancellationError where mayBeCancelled {
      } catch { engine.find(.thrownError, "'\(name)' threw: \(error)") }
      ended()
    }
    if mayBeCancelled { thread("cancel \(name)") { CancellationHandler.cancel { task.cancel() } } }
  }

  /// Declares a check that runs when all threads have ended.
  public func finally(_ check: @escaping @Sendable () throws -> Void) { finalChecks.append(check) }

  /// Declares what must hold after every step.
  ///
  /// The condition must change nothing. It is not evaluated while a thread holds
  /// a lock, the program's or the framework's, because a value may be half
  /// changed then. A semaphore that protects a value is not recognised as a lock.
  public func always(_ claim: String, _ condition: @escaping @Sendable () -> Bool) {
    alwaysChecks.append((claim, condition))
  }

  /// Declares a value that the table of a schedule shows in a column at the right.
  public func watch(_ name: String, _ value: @escaping @Sendable () -> Any) { watches.append((name, value)) }

  /// States that something must hold here; if it does not, that is a finding.
  public func expect(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { engine.find(.failedCheck, "Rule broken: \(claim())") }
  }

  // MARK: For the engine

  var checksAlways: Bool { !alwaysChecks.isEmpty }

  var hasWatches: Bool { !watches.isEmpty }

  func checkAlways() {
    for (claim, condition) in alwaysChecks where !condition() {
      return engine.find(.failedCheck, "Rule broken after a step: \(claim)")
    }
  }

  func watchedValues() -> String {
    watches.map { "\($0.name) \(words($0.value()))" }.joined(separator: ", ")
  }

  func runFinalChecks() throws {
    for check in finalChecks { try check() }
  }

  /// Releases everything that the scenario created.
  func letGo() {
    finalChecks = []
    alwaysChecks = []
    watches = []
  }
}
