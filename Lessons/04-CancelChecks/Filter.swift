import MiniOperations
import Synchronization

/// A photo filter of three stages of ten thousand rows, with the check in three places.
///
/// The first two forms are those of the blog post.
final class Filter: Sendable {
  let name: String
  private let workOn: @Sendable (_ row: Int, _ rows: Int) -> Void
  private let state = Mutex(State())

  private struct State {
    var operation: MiniOperation?
    var rows = 0
    var checks = 0
    var rowsWhenCancelled: Int?
  }

  init(_ name: String, workOn: @escaping @Sendable (_ row: Int, _ rows: Int) -> Void) {
    self.name = name
    self.workOn = workOn
  }

  // snippet: places
  /// Checks in each row; `where` skips the row, and does not end the loop.
  func checkAndSkip() {
    for _ in 1...3 {
      for row in 0..<10_000 where !isCancelled { work(row) }
    }
  }

  /// Checks after each stage.
  func checkAfterEachStage() {
    for _ in 1...3 {
      for row in 0..<10_000 { work(row) }
      if isCancelled { return }
    }
  }

  /// Checks in each row, and returns.
  func checkAndReturn() {
    for _ in 1...3 {
      for row in 0..<10_000 {
        if isCancelled { return }
        work(row)
      }
    }
  }
  // end

  /// Makes the operation that runs one of these methods.
  func makeOperation(_ method: @escaping (Filter) -> () -> Void) -> MiniOperation {
    let operation = MiniInvocationOperation(target: self, method: method)
    operation.name = name
    state.withLock { $0.operation = operation }
    return operation
  }

  func cancel() {
    state.withLock { $0.operation }?.cancel()
    // Read after cancel(): all rows above this number came too late.
    state.withLock { $0.rowsWhenCancelled = $0.rowsWhenCancelled ?? $0.rows }
  }

  private func work(_ row: Int) {
    let rows = state.withLock { state in
      state.rows += 1
      return state.rows
    }
    workOn(row, rows)
  }

  private var isCancelled: Bool {
    state.withLock { state in
      state.checks += 1
      return state.operation
    }?.isCancelled == true
  }

  // MARK: Counts

  var rows: Int { state.withLock { $0.rows } }
  var checks: Int { state.withLock { $0.checks } }
  /// Whether it was cancelled in the first two stages, where a check can save work.
  var wasCancelledInTime: Bool { state.withLock { ($0.rowsWhenCancelled ?? .max) < 20_000 } }
  var rowsAfterCancel: Int { state.withLock { $0.rows - ($0.rowsWhenCancelled ?? $0.rows) } }
}

/// Makes this many rows take this much time, without adding up the delay of each wake-up.
final class Pace: Sendable {
  private let row: Duration
  private let begin = Mutex<Duration?>(nil)

  init(_ secondsForARow: Double) { row = .seconds(secondsForARow) }

  func wait(for rows: Int) {
    let time = SystemTime()
    let begin = begin.withLock { begin in
      begin = begin ?? time.now
      return begin!
    }
    let deadline = begin + row * rows
    if deadline > time.now { time.sleep(until: deadline) }
  }
}

/// The cost of one check on this machine, in this build.
func nanosecondsPerCheck(at operation: MiniOperation) -> Int {
  let clock = ContinuousClock()
  var seen = 0
  let time = clock.measure { for _ in 0..<100_000 where operation.isCancelled { seen += 1 } }
  return seen >= 0 ? Int(time / .nanoseconds(1) / 100_000) : 0
}
