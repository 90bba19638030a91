import MiniOperations

extension Repaired {
  /// ``Documents/SDWebImageDownloader`` without dependencies: the queue takes the newest that is ready (T17).
  ///
  /// Waiting downloads keep their concurrency, and adding one costs the same however many wait.
  public final class SDWebImageDownloader: Sendable {
    /// The queue on which the downloads run.
    public let downloadQueue: MiniOperationQueue

    /// Creates a downloader on an empty queue.
    public init(queue: MiniOperationQueue) {
      downloadQueue = queue
      queue.order = .newestFirst
    }

    /// Adds a download that should run before all others.
    public func add(_ operation: MiniOperation) { downloadQueue.addOperation(operation) }
  }
}
