import LessonKit
import MiniOperations
import Synchronization

/// The document's screen, touched twice: two operations, two timers, one variable.
///
/// The turns of the first operation are the clock here: the second touch comes before its turn 1, and its own
/// timer fires after its turn 2. So the order is the same in every run.
final class TwoTouches: Sendable {
  /// Six turns of work, and a look at `watched` before each.
  final class Task: MiniOperation, @unchecked Sendable {
    // Unchecked: the closures are set before the start; the count is touched by one thread at a time.
    var watched: () -> MiniOperation? = { nil }
    var afterTurn: (Int) -> Void = { _ in }
    private(set) var turns = 0

    override func main() {
      while turns < 6, watched()?.isCancelled != true {
        turns += 1
        afterTurn(turns - 1)
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
  /// The variable is read when the timer fires and in every turn, and by then it is the second operation.
  func asWritten() {
    let op: @Sendable () -> MiniOperation? = { self.op.withLock { $0 } }
    run(timer: { op()?.cancel() }, watchedByFirst: op, watchedBySecond: op)
  }

  /// Code that means one operation holds that operation.
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
    first.afterTurn = { [self] turn in
      if turn == 0 { touch(second, queue) }
      if turn == 2 {
        show.say("the timer of the first operation fires")
        timer()
      }
    }
    touch(first, queue)
    workers.run()
    show.log("stops after turn \(first.turns - 1)", as: "first")
    show.say(
      "first was cancelled: \(first.isCancelled), second was cancelled: \(second.isCancelled), "
        + "second worked \(second.turns) turns")
    op.withLock { $0 = nil }
  }

  private func touch(_ operation: MiniOperation, _ queue: MiniOperationQueue) {
    show.say("a touch: _op is now '\(operation.name!)'")
    op.withLock { $0 = operation }
    queue.addOperation(operation)
  }
}
