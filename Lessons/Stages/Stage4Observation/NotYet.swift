/// The best that a caller can do on this stage: start what is ready at the time of the call.
final class MiniOperationQueue {
  func addOperation(_ operation: MiniOperation) {
    if operation.isReady { operation.start() }
  }

  /// Everything that was started ran on the calling thread, and has ended.
  func waitUntilAllOperationsAreFinished() {}
}
