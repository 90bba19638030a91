import MiniOperations

// snippet: taps
/// A photo's page, which gives up each photo for itself.
class Page {
  /// You tap a photo: its filter is added to the queue, and a timer is set.
  func tap(_ photo: Photo) { queue.addOperation(photo) }

  /// The task of `photo` asks in each row.
  func shouldStop(_ photo: Photo) -> Bool { photo.isCancelled }

  /// The timer of `photo` has fired.
  func giveUp(_ photo: Photo) { photo.cancel() }
  // end

  let workers = SteppedWorkers()
  let queue: MiniOperationQueue

  init() { queue = MiniOperationQueue(workers: workers) }
}

// snippet: hasty
/// The page as in the blog post: one variable holds the photo that was tapped last.
final class HastyPage: Page {
  private var current: Photo?

  override func tap(_ photo: Photo) {
    current = photo
    super.tap(photo)
  }

  override func shouldStop(_ photo: Photo) -> Bool { current?.isCancelled == true }

  override func giveUp(_ photo: Photo) { current?.cancel() }
}
// end

/// Applies a filter of six rows.
final class Photo: MiniOperation, @unchecked Sendable {
  // Unchecked: one thread does everything here.
  private unowned let page: Page
  var afterRow: (Int) -> Void = { _ in }
  private(set) var rows = 0

  init(on page: Page) { self.page = page }

  /// What it did, in words.
  var result: String { "\(rows) of 6\(isCancelled ? ", cancelled" : "")" }

  override func main() {
    while rows < 6, !page.shouldStop(self) {
      rows += 1
      afterRow(rows)
    }
  }
}

/// You tap two photos, the second one in row 1 of the first; in row 3 the timer of the first photo fires.
///
/// The rows are the clock, so that the order is the same in every run.
func tapTwice(on page: Page) -> (first: Photo, second: Photo) {
  let (first, second) = (Photo(on: page), Photo(on: page))
  first.afterRow = { [unowned first] row in
    if row == 1 { page.tap(second) }
    if row == 3 { page.giveUp(first) }
  }
  page.tap(first)
  page.workers.run()
  return (first, second)
}
