/// The best that a caller can do on this stage: to start what is ready when it comes along.
final class MiniOperationQueue {
  func addOperation(_ operation: MiniOperation) {
    if operation.isReady { operation.start() }
  }

  /// All that was started ran on the calling thread, and has ended.
  func waitUntilAllOperationsAreFinished() {}
}
