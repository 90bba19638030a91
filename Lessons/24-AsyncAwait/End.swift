import MiniOperations

/// For what follows the ends of operations.
private let ends = MiniOperationQueue()

extension MiniOperation {
  /// Returns when the operation has finished, and blocks no thread until then.
  ///
  /// Cancelling the waiting task cancels the operation; the task still waits until it has finished. The gate
  /// is opened when the task waits.
  func end(_ isAwaited: Gate? = nil) async {
    // snippet: end
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = MiniBlockOperation { continuation.resume() }
        end.addDependency(self)
        ends.addOperation(end)
        isAwaited?.open()
      }
    } onCancel: {
      cancel()
    }
    // end
  }
}
