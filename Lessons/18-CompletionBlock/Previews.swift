import Dispatch
import MiniOperations

// snippet: previews
/// Draws fifty previews in the completion block of a download; after some seconds the user taps Cancel.
func drawPreviews(
  after download: MiniOperation, in queue: MiniOperationQueue, cancelAfter seconds: Double,
  draw: @escaping @Sendable (Int) -> Void, cancel: @escaping @Sendable () -> Void
) {
  download.completionBlock = {
    // The tap, scheduled here so that the block runs first on a slow machine, too.
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { cancel() }
    for number in 1...50 { draw(number) }
  }
  queue.addOperation(download)
}
// end
