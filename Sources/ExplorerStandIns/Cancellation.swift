import Threading

/// Does what `withTaskCancellationHandler` does; under the Explorer the handler is a thread of its own.
///
/// Modelled: it begins when the task is cancelled, or at once if it has been. A thread that cancels through
/// the stand-in ``Task`` resumes when the handler has ended, and so does the task itself. A task group that
/// cancels its children does not wait for their handlers.
nonisolated(nonsending) public func cancellable<Value>(
  operation: () async throws -> Value, onCancel handler: @escaping @Sendable () -> Void
) async rethrows -> Value {
  guard Direction.current != nil else {
    return try await withTaskCancellationHandler(operation: operation, onCancel: handler)
  }
  let directed = CancellationHandler(handler)
  defer { directed.wait() }
  return try await withTaskCancellationHandler(
    operation: {
      directed.wait()
      return try await operation()
    }, onCancel: { directed.begin() })
}
