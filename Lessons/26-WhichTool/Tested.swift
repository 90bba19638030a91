import Explorer
import LessonKit
import MiniOperations

/// An operation on the base class, which counts how often it begins.
final class Counted: AsyncOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  let begun = Counter()

  override func begin() { begun.raise() }
}

// snippet: scenario
/// One thread starts the operation, one cancels it, and two report that the work is done.
let startedCancelledFinished = Scenario("start, cancel, and two calls of finish") { stage in
  let operation = Counted()
  let finishes = Counter()
  let observation = operation.observe(\.isFinished) { _, _ in finishes.raise() }
  stage.thread("queue") { operation.start() }
  stage.thread("user") { operation.cancel() }
  stage.thread("server") {
    operation.finish()
    operation.finish()
  }
  stage.finally {
    if operation.isExecuting { operation.finish() }
    observation.invalidate()
    stage.expect(operation.isFinished && !operation.isExecuting, "it has finished, and does not execute")
    stage.expect(finishes.value == 1, "isFinished is announced once")
    stage.expect(operation.begun.value <= 1, "the work begins once at most")
  }
}
// end
