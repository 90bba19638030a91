import MiniOperations

/// A photo's page: each tap adds a filter, and sets a timer that gives it up after a while.
final class Page: @unchecked Sendable {
  // Unchecked: one thread does everything here.
  let workers = SteppedWorkers()
  let queue: MiniOperationQueue
  /// What the timers do, in the order in which they were set; the lesson lets them fire.
  private(set) var timers: [() -> Void] = []
  private var current: MiniOperation?

  init() { queue = MiniOperationQueue(workers: workers) }

  // snippet: hasty
  /// As in the blog post: `current` is the filter that was added last.
  func tapHasty(_ photo: Photo) -> MiniOperation {
    let filter = MiniBlockOperation()
    current = filter
    filter.addExecutionBlock { [self] in
      for row in 1...6 {
        if current?.isCancelled == true { return }
        photo.sharpen(row)
      }
    }
    queue.addOperation(filter)
    afterAWhile { [self] in current?.cancel() }
    return filter
  }
  // end

  // snippet: careful
  /// The task and the timer have their own filter.
  func tap(_ photo: Photo) -> MiniOperation {
    let filter = MiniBlockOperation()
    filter.addExecutionBlock { [unowned filter] in
      for row in 1...6 {
        if filter.isCancelled { return }
        photo.sharpen(row)
      }
    }
    queue.addOperation(filter)
    afterAWhile { filter.cancel() }
    return filter
  }
  // end

  private func afterAWhile(_ body: @escaping () -> Void) { timers.append(body) }
}

/// A photo of six rows.
final class Photo: @unchecked Sendable {
  // Unchecked: one thread does everything here.
  var afterRow: (Int) -> Void = { _ in }
  private(set) var rows = 0

  func sharpen(_ row: Int) {
    rows += 1
    afterRow(row)
  }
}

/// What became of a filter.
struct Result {
  let rows: Int
  let isCancelled: Bool

  var text: String { "\(rows) of 6\(isCancelled ? ", cancelled" : "")" }
}

/// You tap two photos, the second one in row 1 of the first; in row 3 the timer of the first photo fires.
///
/// The rows are the clock, so that the order is the same in every run.
func tapTwice(_ tap: @escaping (Page, Photo) -> MiniOperation) -> (first: Result, second: Result) {
  let (page, first, second) = (Page(), Photo(), Photo())
  var filters: [MiniOperation] = []
  first.afterRow = { row in
    if row == 1 { filters.append(tap(page, second)) }
    if row == 3 { page.timers[0]() }
  }
  filters.append(tap(page, first))
  page.workers.run()
  first.afterRow = { _ in }
  return (
    Result(rows: first.rows, isCancelled: filters[0].isCancelled),
    Result(rows: second.rows, isCancelled: filters[1].isCancelled)
  )
}
