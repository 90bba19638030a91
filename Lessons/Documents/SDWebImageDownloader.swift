import MiniOperations

/// Two ways of starting the newest download first, as a well-known library had them, both by dependencies.
///
/// "简单实现一个并发的NSOperation" (2017-03-25) ends with a doubt about the first ("perhaps I do not understand it
/// well enough"), and with a note of 2022-01-04 that it has been changed, and given a special comment.
///
/// T17: in the first, a dependency has no effect on an operation that executes, so the chain has a gap, and
/// the older of its parts goes first. The second is a total order: at any limit, the waiting operations run
/// one by one, and each new one adds as many dependencies as there are operations.
///
/// Different from the document:
/// - it shows five lines of 2013; the rest of the class, which it leaves out, is what these lines need;
/// - the condition that the order is last in, first out is gone: this downloader has no other order;
/// - the reference to the last operation is weak, as the library declares it, and the one to the downloader
///   is not;
/// - the second version is the library's of 2019, of which the document's note has a picture and no text.
public final class SDWebImageDownloader: @unchecked Sendable {
  // Unchecked: `lastAddedOperation` is a field, safe for one access at a time.

  /// Which of the two.
  public enum Version: Sendable {
    /// The last one added waits for the new one.
    case of2013
    /// All operations in the queue wait for the new one.
    case of2019
  }

  /// The queue on which the downloads run.
  public let downloadQueue: MiniOperationQueue

  private struct Weak { weak var operation: MiniOperation? }

  private let version: Version
  @Field("last added operation") private var lastAddedOperation = Weak()

  /// Creates a downloader on an empty queue.
  public init(_ version: Version, queue: MiniOperationQueue) {
    self.version = version
    downloadQueue = queue
  }

  // snippet: newestFirst
  /// Adds a download that should run before all others.
  public func add(_ operation: MiniOperation) {
    switch version {
    case .of2013:
      downloadQueue.addOperation(operation)
      lastAddedOperation.operation?.addDependency(operation)
      lastAddedOperation = Weak(operation: operation)
    case .of2019:
      for pending in downloadQueue.operations { pending.addDependency(operation) }
      downloadQueue.addOperation(operation)
    }
  }
  // end
}
