import LessonKit
import MiniOperations
import Synchronization

/// The document's screen, touched twice: two operations, two timers, one variable.
///
/// The iterations of the first operation are the clock here: the second touch is made before its iteration 1, and its
/// own timer fires after its iteration 2. So the order is the same in every run.
final class TwoTouches: Sendable {
  /// Six iterations of work, and a check of `watched` before each.
  final class Task: MiniOperation, @unchecked Sendable {
    // Unchecked: the closures are set before it starts; one thread at a time accesses the count.
    var watched: () -> MiniOperation? = { nil }
    var afterIteration: (Int) -> Void = { _ in }
    private(set) var iterations = 0

    override func main() {
      while iterations < 6, watched()?.isCancelled != true {
        iterations += 1
        afterIteration(iterations - 1)
      }
    }
  }

  let first = Task()
  let second = Task()
  private let show: Show
  private let op = Mutex<MiniOperation?>(nil)
  private let workers = SteppedWorkers()

  init(_ show: Show) {
    self.show = show
    first.name = "first"
    second.name = "second"
  }

  // snippet: wrong
  /// The timer and each iteration read the variable, which by then holds the second operation.
  func asWritten() {
    let op: @Sendable () -> MiniOperation? = { self.op.withLock { $0 } }
    run(timer: { op()?.cancel() }, watchedByFirst: op, watchedBySecond: op)
  }

  /// Each closure captures the operation that it means.
  func repaired() {
    run(
      timer: { [first] in first.cancel() }, watchedByFirst: { [weak first] in first },
      watchedBySecond: { [weak second] in second })
  }
  // end

  private func run(
    timer: @escaping () -> Void, watchedByFirst: @escaping () -> MiniOperation?,
    watchedBySecond: @escaping () -> MiniOperation?
  ) {
    let queue = MiniOperationQueue(workers: workers)
    first.watched = watchedByFirst
    second.watched = watchedBySecond
    first.afterIteration = { [self] iteration in
      if iteration == 0 { touch(second, queue) }
      if iteration == 2 {
        show.say("the timer of the first operation fires")
        timer()
      }
    }
    touch(first, queue)
    workers.run()
    show.log("stops after iteration \(first.iterations - 1)", as: "first")
    show.say(
      "first was cancelled: \(first.isCancelled), second was cancelled: \(second.isCancelled), "
        + "second worked \(second.iterations) iterations")
    op.withLock { $0 = nil }
  }

  private func touch(_ operation: MiniOperation, _ queue: MiniOperationQueue) {
    show.say("a touch: _op is now '\(operation.name!)'")
    op.withLock { $0 = operation }
    queue.addOperation(operation)
  }
}
