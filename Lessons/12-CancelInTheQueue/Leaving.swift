import Dispatch
import MiniOperations
import Synchronization

// Album is in the background and has suspended its queue; then somebody leaves the album.

// snippet: leaving
/// Adds a download, and `close`, which closes the album's file when the download no longer writes to it.
func leaveAlbum(
  _ queue: MiniOperationQueue, log: @escaping @Sendable (String) -> Void
) -> (download: MiniOperation, close: MiniOperation) {
  let download = named("download") { log("download") }
  let close = named("close") { log("close") }
  close.addDependency(download)
  queue.addOperations([download, close], waitUntilFinished: false)
  return (download, close)
}
// end

/// Three downloads in a suspended queue, and nobody wants them any more.
func leaveForGood(_ queue: MiniOperationQueue, log: @escaping @Sendable (String) -> Void) {
  queue.isSuspended = true
  let downloads = (1...3).map { number in named("photo \(number)") { log("photo \(number)") } }
  queue.addOperations(downloads, waitUntilFinished: false)
  queue.cancelAllOperations()
}

/// Cancels `save` while its download runs, and returns whether `save` finished before it.
func cancelDependent(_ queue: MiniOperationQueue, log: @escaping @Sendable (String) -> Void) -> Bool {
  let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let download = named("download") {
    hasBegun.signal()
    mayEnd.wait()
  }
  let save = named("save") { log("save") }
  save.addDependency(download)
  queue.addOperations([download, save], waitUntilFinished: false)
  hasBegun.wait()
  save.cancel()
  save.waitUntilFinished()
  let ranOn = !download.isFinished && !download.isCancelled
  mayEnd.signal()
  queue.waitUntilAllOperationsAreFinished()
  return ranOn
}

func named(_ name: String, _ work: @escaping @Sendable () -> Void) -> MiniOperation {
  let operation = MiniBlockOperation(block: work)
  operation.name = name
  return operation
}

/// A download that keeps its photo, if it had the time.
final class Download: MiniOperation, @unchecked Sendable {
  // Unchecked: the photo is in its lock.
  private let stored = Mutex<String?>(nil)
  var photo: String? { stored.withLock { $0 } }
  override func main() { stored.withLock { $0 = "photo" } }
}

// snippet: decode
/// Decodes the photo of its download, if there is one.
final class Decode: MiniOperation, @unchecked Sendable {
  // Unchecked: the properties are constant.
  let download: Download
  let log: @Sendable (String) -> Void

  init(_ download: Download, log: @escaping @Sendable (String) -> Void) {
    self.download = download
    self.log = log
    super.init()
    addDependency(download)
  }

  override func main() {
    guard let photo = download.photo else { return log("has nothing to decode") }
    log("decodes the \(photo)")
  }
}
// end
