import Threading

/// Stands in for `CheckedContinuation` and for `UnsafeContinuation`.
///
/// Modelled: resuming is a step; resuming one twice is a finding, and so is
/// releasing one without resuming it. A task that is never resumed is a
/// deadlock.
public struct CheckedContinuation<Value, Failure: Error>: Sendable {
  /// The platform's, or the one that the Explorer watches.
  private enum Core {
    case platform(_Concurrency.CheckedContinuation<Value, Failure>)
    case directed(Watched)
  }

  private final class Watched: @unchecked Sendable {
    // Unchecked: only controlled threads touch it, one at a time.
    let id = ResourceID()
    let continuation: _Concurrency.UnsafeContinuation<Value, Failure>
    private var isResumed = false

    init(_ continuation: _Concurrency.UnsafeContinuation<Value, Failure>) { self.continuation = continuation }

    deinit {
      guard !isResumed else { return }
      Direction.current?.report(
        misuse:
          "A continuation was released without having been resumed: its task waits forever. "
          + "Resume it exactly once on every path.")
    }

    /// Whether this is the first time.
    func mayResume() -> Bool {
      guard let director = Direction.current else { return !isResumed }
      director.reach(.write, on: id.value) { "resume a continuation" }
      guard isResumed else {
        isResumed = true
        return true
      }
      director.report(
        misuse:
          "A continuation was resumed twice. Take it out of the place where others find it before you "
          + "resume it.")
      return false
    }
  }

  private let core: Core

  init(_ continuation: _Concurrency.CheckedContinuation<Value, Failure>) { core = .platform(continuation) }

  init(watched continuation: _Concurrency.UnsafeContinuation<Value, Failure>) {
    core = .directed(Watched(continuation))
  }

  /// Returns what was given: checked and unsafe continuations are the same type here.
  public init(continuation: CheckedContinuation, function: String = #function) { self = continuation }

  /// Resumes the task with this value.
  public func resume(returning value: sending Value) {
    switch core {
    case .platform(let continuation): continuation.resume(returning: value)
    case .directed(let watched):
      if watched.mayResume() { watched.continuation.resume(returning: value) }
    }
  }

  /// Resumes the task with this error.
  public func resume(throwing error: Failure) {
    switch core {
    case .platform(let continuation): continuation.resume(throwing: error)
    case .directed(let watched):
      if watched.mayResume() { watched.continuation.resume(throwing: error) }
    }
  }

  /// Resumes the task with this result.
  public func resume(with result: __shared sending Result<Value, Failure>) {
    switch result {
    case .success(let value): resume(returning: value)
    case .failure(let error): resume(throwing: error)
    }
  }

  /// Resumes the task with this result, of any type of error.
  public func resume<Other: Error>(with result: __shared sending Result<Value, Other>)
  where Failure == any Error {
    switch result {
    case .success(let value): resume(returning: value)
    case .failure(let error): resume(throwing: error)
    }
  }

  /// Resumes the task.
  public func resume() where Value == Void { resume(returning: ()) }
}

/// Suspends the calling task as `withCheckedContinuation` does; what `body` gets is watched by the Explorer.
nonisolated(nonsending) public func continuation<Value>(
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value {
  guard Direction.current != nil else {
    return await withCheckedContinuation { body(CheckedContinuation($0)) }
  }
  return await withUnsafeContinuation { body(CheckedContinuation(watched: $0)) }
}

/// Suspends the calling task as `withCheckedThrowingContinuation` does; the Explorer watches what `body`
/// gets.
nonisolated(nonsending) public func throwingContinuation<Value>(
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value {
  guard Direction.current != nil else {
    return try await withCheckedThrowingContinuation { body(CheckedContinuation($0)) }
  }
  return try await withUnsafeThrowingContinuation { body(CheckedContinuation(watched: $0)) }
}
