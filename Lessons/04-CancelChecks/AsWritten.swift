import LessonKit
import MiniOperations
import Synchronization

/// The document's controller, with its task in three forms, which check in three different places.
final class ViewController: Sendable {
  let name: String
  /// Reached in iteration 2 500 of the second stage, where the script cancels.
  let touch = Moment()

  private let show: Show
  private let pace: Pace
  private let state = Mutex(State())

  private struct State {
    var op: MiniOperation?
    var iterations = 0
    var checks = 0
    var iterationsWhenCancelled: Int?
  }

  init(_ name: String, _ show: Show) {
    self.name = name
    self.show = show
    pace = Pace(iteration: show.shortened(0.0004))
  }

  /// The operation whose flag the task checks, `_op` in the document.
  var op: MiniOperation? {
    get { state.withLock { $0.op } }
    set { state.withLock { $0.op = newValue } }
  }

  /// The document's first form: it checks in each iteration, and the loops continue without working.
  func checkInEachIteration() {
    defer { show.log("returns", as: name) }
    for _ in 1...3 {
      for iteration in 0..<10_000 where !isCancelled { work(iteration) }
    }
  }

  /// The document's second form: it checks after each stage.
  func checkAfterEachStage() {
    defer { show.log("returns", as: name) }
    for _ in 1...3 {
      for iteration in 0..<10_000 { work(iteration) }
      if isCancelled { return }
    }
  }

  /// Checks in each iteration, and leaves.
  func checkAndLeave() {
    defer { show.log("returns", as: name) }
    for _ in 1...3 {
      for iteration in 0..<10_000 {
        if isCancelled { return }
        work(iteration)
      }
    }
  }

  func cancel() {
    show.log("is cancelled", as: name)
    op?.cancel()
    // Read after cancel(): all iterations above this number ran too late.
    state.withLock { $0.iterationsWhenCancelled = $0.iterationsWhenCancelled ?? $0.iterations }
  }

  // MARK: Counts

  var iterations: Int { state.withLock { $0.iterations } }
  var checks: Int { state.withLock { $0.checks } }
  /// Whether it was cancelled in the first two stages, where a check can save work.
  var wasCancelledInTime: Bool { state.withLock { ($0.iterationsWhenCancelled ?? .max) < 20_000 } }
  var iterationsAfterCancel: Int {
    state.withLock { $0.iterations - ($0.iterationsWhenCancelled ?? $0.iterations) }
  }

  private var isCancelled: Bool {
    state.withLock { $0.checks += 1 }
    return op?.isCancelled == true
  }

  private func work(_ iteration: Int) {
    show.count("\(name): Operation did execute", iteration)
    let iterations = state.withLock { state in
      state.iterations += 1
      return state.iterations
    }
    pace.wait(for: iterations)
    if iterations == 12_500 { touch.reached() }
  }
}

/// Makes this many iterations take this much time, without adding up the delay of each wake-up.
private final class Pace: Sendable {
  private let iteration: Duration
  private let begin = Mutex<Duration?>(nil)

  init(iteration: Double) { self.iteration = .seconds(iteration) }

  func wait(for iterations: Int) {
    let time = SystemTime()
    let begin = begin.withLock { begin in
      begin = begin ?? time.now
      return begin!
    }
    let deadline = begin + iteration * iterations
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
