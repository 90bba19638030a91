import MiniOperations

// snippet: taps
/// The page of a photo: a tap applies the filter, and returns what a timer does later, to give it up.
extension Page {
  /// The task and the timer read the page's variable, as the document has it.
  func tapHasty(_ photo: Photo) -> () -> Void {
    current = photo
    photo.isGivenUp = { self.current?.isCancelled == true }
    queue.addOperation(photo)
    return { self.current?.cancel() }
  }

  /// The task checks itself, and the timer has its own operation.
  func tap(_ photo: Photo) -> () -> Void {
    photo.isGivenUp = { [unowned photo] in photo.isCancelled }
    queue.addOperation(photo)
    return { photo.cancel() }
  }
}
// end

/// A page, whose queue runs one photo after the other, when it is told to.
final class Page {
  var current: Photo?
  let workers = SteppedWorkers()
  let queue: MiniOperationQueue

  init() { queue = MiniOperationQueue(workers: workers) }
}

/// Applies a filter of six rows.
final class Photo: MiniOperation, @unchecked Sendable {
  // Unchecked: one thread does everything here.
  var isGivenUp: () -> Bool = { false }
  var afterRow: (Int) -> Void = { _ in }
  private(set) var rows = 0

  /// What it did, in words.
  var result: String { "\(rows) of 6\(isCancelled ? ", cancelled" : "")" }

  override func main() {
    while rows < 6, !isGivenUp() {
      rows += 1
      afterRow(rows)
    }
  }
}

/// You tap two photos, the second one in row 1 of the first; in row 3 the timer of the first photo fires.
///
/// The rows are the clock, so that the order is the same in every run.
func tapTwice(_ tap: @escaping (Page) -> (Photo) -> () -> Void) -> (first: Photo, second: Photo) {
  let page = Page()
  let (first, second) = (Photo(), Photo())
  var timer = {}
  first.afterRow = { row in
    if row == 1 { _ = tap(page)(second) }
    if row == 3 { timer() }
  }
  timer = tap(page)(first)
  page.workers.run()
  page.current = nil
  return (first, second)
}
