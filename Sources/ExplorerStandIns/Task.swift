import Threading

/// Stands in for `Task`: one that is created on a controlled thread becomes a thread of the schedule.
///
/// Modelled: its beginning, each part between two suspensions as a step, its value, and cancelling it. It
/// follows the Explorer's executor, and so do its child tasks and the actors that it calls. A priority
/// changes nothing: each order is tried whatever it is. Not modelled: the main actor, whose work is reported
/// as not controlled, custom executors, and the immediate beginning of `Task.immediate`; the report names
/// them as unseen.
public struct Task<Success: Sendable, Failure: Error>: Sendable, Hashable {
  let platform: _Concurrency.Task<Success, Failure>

  /// Cancels the task; its cancellation handlers run before this returns.
  public func cancel() {
    CancellationHandler.cancel { platform.cancel() }
  }

  /// Whether it has been cancelled.
  public var isCancelled: Bool {
    CancellationHandler.ask()
    return platform.isCancelled
  }

  /// Its outcome, as a value.
  public var result: Result<Success, Failure> {
    get async {
      defer { Direction.current?.getResult() }
      return await platform.result
    }
  }

  /// Its value, once it has ended.
  public var value: Success {
    get async throws {
      defer { Direction.current?.getResult() }
      return try await platform.value
    }
  }
}

extension Task where Failure == Never {
  /// Its value, once it has ended.
  public var value: Success {
    get async {
      defer { Direction.current?.getResult() }
      return await platform.value
    }
  }

  /// Starts a task, which inherits the caller's actor.
  @discardableResult
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation:
      sending @escaping @isolated(any) () async -> Success
  ) {
    guard let director = Direction.current else {
      platform = _Concurrency.Task(name: name, priority: priority, operation: operation)
      return
    }
    let ended = director.startTask(named: name ?? "a task")
    platform = _Concurrency.Task(executorPreference: JobExecutor.shared, priority: priority) {
      defer { ended() }
      return await operation()
    }
  }

  /// Starts a task that inherits nothing.
  @discardableResult
  public static func detached(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task {
    Task(name: name, priority: priority, operation: operation)
  }
}

extension Task where Failure == any Error {
  /// Starts a task, which inherits the caller's actor.
  @discardableResult
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation:
      sending @escaping @isolated(any) () async throws ->
      Success
  ) {
    guard let director = Direction.current else {
      platform = _Concurrency.Task(name: name, priority: priority, operation: operation)
      return
    }
    let ended = director.startTask(named: name ?? "a task")
    platform = _Concurrency.Task(executorPreference: JobExecutor.shared, priority: priority) {
      defer { ended() }
      return try await operation()
    }
  }

  /// Starts a task that inherits nothing.
  @discardableResult
  public static func detached(
    name: String? = nil, priority: TaskPriority? = nil,
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task {
    Task(name: name, priority: priority, operation: operation)
  }
}

extension Task where Success == Never, Failure == Never {
  /// Whether the calling task has been cancelled.
  public static var isCancelled: Bool {
    CancellationHandler.ask()
    return _Concurrency.Task.isCancelled
  }

  /// Throws `CancellationError` where the calling task has been cancelled.
  public static func checkCancellation() throws {
    CancellationHandler.ask()
    try _Concurrency.Task.checkCancellation()
  }

  /// The calling task's priority.
  public static var currentPriority: TaskPriority { _Concurrency.Task.currentPriority }

  /// Lets other tasks run first.
  public static func yield() async { await _Concurrency.Task.yield() }
}

extension Director {
  fileprivate func getResult() { perform(.getResult, on: 0) { "" } }
}
