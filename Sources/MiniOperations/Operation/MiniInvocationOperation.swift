/// An operation that calls one method of one object, and keeps what it returns.
///
///     let operation = MiniInvocationOperation(target: downloader, method: Downloader.run)
///     queue.addOperation(operation)
///     // … later …
///     print(try operation.result)
///
/// Its ancestor `NSInvocationOperation` exists in Objective-C only.
public final class MiniInvocationOperation<Result>: MiniOperation, @unchecked Sendable {
  // Unchecked: the call and its outcome are behind their own lock. The result
  // passes from the thread that made it to those that read it, as an `id` always did.
  private enum Call {
    case outstanding(() throws -> Result)
    case returned(Result)
    case threw(any Error)
    /// It was cancelled before it began, or is being made just now.
    case none
  }

  private let call: Locked<Call>

  /// Makes an operation that calls `method` on `target`, which it keeps until then.
  public init<Target: AnyObject>(target: Target, method: @escaping (Target) -> () throws -> Result) {
    call = Locked(.outstanding(method(target)))
  }

  /// What the method returned.
  ///
  /// - Throws: What the method threw; or ``MissingResult`` when the operation
  ///   was cancelled before it began, or has not finished yet.
  public var result: Result {
    get throws {
      switch call.withLock({ $0 }) {
      case .returned(let result): return result
      case .threw(let error): throw error
      case .none, .outstanding:
        throw isFinished ? MissingResult.cancelled(displayName) : MissingResult.notFinished(displayName)
      }
    }
  }

  /// Calls the method.
  public override func main() {
    guard let method = takeMethod() else { return }
    do {
      let result = try method()
      call.withLock { $0 = .returned(result) }
    } catch {
      call.withLock { $0 = .threw(error) }
    }
  }

  override func releaseTask() { _ = takeMethod() }

  /// The method and its target, for the first call.
  private func takeMethod() -> (() throws -> Result)? {
    call.withLock { call in
      guard case .outstanding(let method) = call else { return nil }
      call = .none
      return method
    }
  }
}

/// Why a ``MiniInvocationOperation`` has no result.
public enum MissingResult: Error, Equatable, CustomStringConvertible {
  /// The operation of this name was cancelled, and the method never called.
  case cancelled(String)
  /// The operation of this name has not finished.
  case notFinished(String)

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .cancelled(let name):
      "'\(name)' was cancelled before its method was called. Check isCancelled before asking for the result."
    case .notFinished(let name):
      "'\(name)' has not finished. Wait for isFinished before asking for the result."
    }
  }
}
