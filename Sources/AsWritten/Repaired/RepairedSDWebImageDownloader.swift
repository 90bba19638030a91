import MiniOperations

extension Repaired {
  /// ``AsWritten/SDWebImageDownloader`` without dependencies: the queue takes the newest that is ready (T17).
  ///
  /// What waits keeps its concurrency, and adding costs the same however much waits.
  public final class SDWebImageDownloader: Sendable {
    /// The queue on which the downloads run.
    public let downloadQueue: MiniOperationQueue

    /// Makes a downloader on a queue that is empty.
    public init(queue: MiniOperationQueue) {
      downloadQueue = queue
      queue.order = .newestFirst
    }

    /// Adds a download that is to come before all others.
    public func add(_ operation: MiniOperation) { downloadQueue.addOperation(operation) }
  }
}
