import Dispatch
import MiniOperations

// snippet: previews
/// Draws fifty previews in the completion block of a download, and cancels it after some seconds.
func drawPreviews(
  after download: MiniOperation, in queue: MiniOperationQueue, cancelledAfter seconds: Double,
  draw: @escaping @Sendable (Int) -> Void, log: @escaping @Sendable (_ text: String, _ name: String) -> Void
) {
  download.completionBlock = { [weak download] in
    // Scheduled here, so that the block runs first on a slow machine, too.
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak download] in
      download?.cancel()
      log("cancel() has returned", "the user")
    }
    for number in 1...50 { draw(number) }
    log("has drawn all previews", "the block")
  }
  queue.addOperation(download)
}
// end
