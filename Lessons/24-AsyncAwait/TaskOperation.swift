import MiniOperations
import Synchronization

/// An operation whose work is a Swift `Task`.
///
/// It blocks no thread while the task waits. Cancelling the operation cancels the task.
final class TaskOperation<Value: Sendable>: MiniOperation, @unchecked Sendable {
  // Unchecked: all variables are in `state`; the rest is constant.
  private enum State {
    case waiting
    /// The task runs; nil until `start` has stored it.
    case executing(Task<Void, Never>?)
    case finished(Result<Value, any Error>)

    var task: Task<Void, Never>? {
      if case .executing(let task) = self { task } else { nil }
    }
  }

  private let state = Mutex(State.waiting)
  private let body: @Sendable () async throws -> Value

  init(_ name: String, _ body: @escaping @Sendable () async throws -> Value) {
    self.body = body
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { if case .executing = $0 { true } else { false } } }
  override var isFinished: Bool { state.withLock { if case .finished = $0 { true } else { false } } }

  // snippet: task
  override func start() {
    guard !isCancelled else { return finish(.failure(CancellationError())) }
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing(nil) }
    didChangeValue(forKey: "isExecuting")
    let task = Task { [body] in
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      finish(result)
    }
    state.withLock { if case .executing = $0 { $0 = .executing(task) } }
    // cancel() may have been called before the task was stored.
    if isCancelled { task.cancel() }
  }

  override func cancel() {
    super.cancel()
    state.withLock { $0.task }?.cancel()
  }
  // end

  private func finish(_ result: Result<Value, any Error>) {
    let wasExecuting = isExecuting
    willChangeValue(forKey: "isFinished")
    if wasExecuting { willChangeValue(forKey: "isExecuting") }
    state.withLock { $0 = .finished(result) }
    if wasExecuting { didChangeValue(forKey: "isExecuting") }
    didChangeValue(forKey: "isFinished")
  }

  /// The value that the task returns; waits until it has.
  ///
  /// Other code has to start the operation.
  var value: Value {
    get async throws {
      await end()
      guard case .finished(let result) = state.withLock({ $0 }) else { throw CancellationError() }
      return try result.get()
    }
  }

  /// The error that the task has thrown, nil if it has returned a value.
  var failure: (any Error)? {
    get async {
      do { _ = try await value } catch { return error }
      return nil
    }
  }
}
