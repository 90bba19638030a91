import Threading

// Further ways to start a task: under the Explorer all of them begin as one of
// `init(name:priority:operation:)` does.

extension Task where Failure == Never {
  /// Starts a task on an executor.
  @available(macOS 15.0, iOS 18.0, *)
  @discardableResult
  public init(
    name: String? = nil, executorPreference executor: (any TaskExecutor)?, priority: TaskPriority? = nil,
    operation: sending @escaping () async -> Success
  ) {
    guard Direction.current == nil else {
      if executor != nil { Direction.isUnseen("the executor of a task") }
      self.init(name: name, priority: priority, operation: operation)
      return
    }
    self.init(
      platform: .init(name: name, executorPreference: executor, priority: priority, operation: operation))
  }

  /// Starts a task that inherits nothing, on an executor.
  @available(macOS 15.0, iOS 18.0, *)
  @discardableResult
  public static func detached(
    name: String? = nil, executorPreference executor: (any TaskExecutor)?, priority: TaskPriority? = nil,
    operation: sending @escaping () async -> Success
  ) -> Task {
    Task(name: name, executorPreference: executor, priority: priority, operation: operation)
  }

  /// Starts a task whose beginning runs on the calling thread.
  @available(macOS 26.0, iOS 26.0, *)
  @discardableResult
  public static func immediate(
    name: String? = nil, priority: TaskPriority? = nil,
    executorPreference executor: consuming (any TaskExecutor)? = nil,
    @_inheritActorContext @_implicitSelfCapture operation:
      sending @escaping @isolated(any) () async -> Success
  ) -> Task {
    guard Direction.current == nil else {
      Direction.isUnseen("the immediate beginning of a task")
      return Task(name: name, priority: priority, operation: operation)
    }
    return Task(
      platform: .immediate(
        name: name, priority: priority, executorPreference: executor, operation: operation))
  }

  /// Starts a task that inherits nothing and whose beginning runs on the calling thread.
  @available(macOS 26.0, iOS 26.0, *)
  @discardableResult
  public static func immediateDetached(
    name: String? = nil, priority: TaskPriority? = nil,
    executorPreference executor: consuming (any TaskExecutor)? = nil,
    operation: sending @escaping @isolated(any) () async -> Success
  ) -> Task {
    guard Direction.current == nil else {
      Direction.isUnseen("the immediate beginning of a task")
      return Task(name: name, priority: priority, operation: operation)
    }
    return Task(
      platform: .immediateDetached(
        name: name, priority: priority, executorPreference: executor, operation: operation))
  }
}

extension Task where Failure == any Error {
  /// Starts a task on an executor.
  @available(macOS 15.0, iOS 18.0, *)
  @discardableResult
  public init(
    name: String? = nil, executorPreference executor: (any TaskExecutor)?, priority: TaskPriority? = nil,
    operation: sending @escaping () async throws -> Success
  ) {
    guard Direction.current == nil else {
      if executor != nil { Direction.isUnseen("the executor of a task") }
      self.init(name: name, priority: priority, operation: operation)
      return
    }
    self.init(
      platform: .init(name: name, executorPreference: executor, priority: priority, operation: operation))
  }

  /// Starts a task that inherits nothing, on an executor.
  @available(macOS 15.0, iOS 18.0, *)
  @discardableResult
  public static func detached(
    name: String? = nil, executorPreference executor: (any TaskExecutor)?, priority: TaskPriority? = nil,
    operation: sending @escaping () async throws -> Success
  ) -> Task {
    Task(name: name, executorPreference: executor, priority: priority, operation: operation)
  }

  /// Starts a task whose beginning runs on the calling thread.
  @available(macOS 26.0, iOS 26.0, *)
  @discardableResult
  public static func immediate(
    name: String? = nil, priority: TaskPriority? = nil,
    executorPreference executor: consuming (any TaskExecutor)? = nil,
    @_inheritActorContext @_implicitSelfCapture operation:
      sending @escaping @isolated(any) () async throws -> Success
  ) -> Task {
    guard Direction.current == nil else {
      Direction.isUnseen("the immediate beginning of a task")
      return Task(name: name, priority: priority, operation: operation)
    }
    return Task(
      platform: .immediate(
        name: name, priority: priority, executorPreference: executor, operation: operation))
  }

  /// Starts a task that inherits nothing and whose beginning runs on the calling thread.
  @available(macOS 26.0, iOS 26.0, *)
  @discardableResult
  public static func immediateDetached(
    name: String? = nil, priority: TaskPriority? = nil,
    executorPreference executor: consuming (any TaskExecutor)? = nil,
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task {
    guard Direction.current == nil else {
      Direction.isUnseen("the immediate beginning of a task")
      return Task(name: name, priority: priority, operation: operation)
    }
    return Task(
      platform: .immediateDetached(
        name: name, priority: priority, executorPreference: executor, operation: operation))
  }
}

extension Task {
  /// Raises the task's priority.
  @available(macOS 26.0, iOS 26.0, *)
  public func escalatePriority(to newPriority: TaskPriority) { platform.escalatePriority(to: newPriority) }
}

extension Task where Success == Never, Failure == Never {
  /// The name with which the calling task was started.
  public static var name: String? { _Concurrency.Task.name }

  /// The priority with which the calling task was started.
  public static var basePriority: TaskPriority? { _Concurrency.Task.basePriority }
}
