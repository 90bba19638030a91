import Foundation
import MiniOperations

// snippet: grid
/// Album's grid: forty thumbnails, each an operation, and a queue that runs two at a time.
final class Grid {
  let queue = MiniOperationQueue()
  let thumbnails: [MiniOperation]

  init(load: @escaping @Sendable (_ number: Int) -> Void) {
    queue.maxConcurrentOperationCount = 2
    thumbnails = (1...40).map { number in
      let thumbnail = MiniBlockOperation { load(number) }
      thumbnail.name = "thumb \(number)"
      return thumbnail
    }
  }

  /// Asks for all of them, and returns at once.
  func appear() { queue.addOperations(thumbnails, waitUntilFinished: false) }

  /// You have scrolled: cancels all but these, which are on the screen now.
  func scroll(to visible: ClosedRange<Int>) {
    for (index, thumbnail) in thumbnails.enumerated() where !visible.contains(index + 1) {
      thumbnail.cancel()
    }
  }

  /// Hides the spinner when these have finished.
  ///
  /// - Returns: the operation that hides it, for the chart.
  func hideSpinner(after visible: ClosedRange<Int>, hide: @escaping @Sendable () -> Void) -> MiniOperation {
    let spinner = MiniBlockOperation { hide() }
    spinner.name = "spinner"
    for number in visible { spinner.addDependency(thumbnails[number - 1]) }
    queue.addOperation(spinner)
    return spinner
  }
}
// end

/// Downloads a picture, and blocks the calling thread until it has arrived.
func download(_ url: URL) -> Data { (try? Data(contentsOf: url)) ?? Data() }
