/// Workers that do one piece of work per call, on the calling thread.
///
/// With them a test writes down a schedule instead of sleeping and hoping:
///
///     let workers = SteppedWorkers()
///     let queue = MiniOperationQueue(workers: workers)
///     queue.addOperation { print("a") }
///     queue.addOperation { print("b") }
///     workers.step()   // prints: a
///     workers.step()   // prints: b
package final class SteppedWorkers: Workers {
  private let calls = Locked(FIFO<any WorkSource>())

  package init() {}

  /// How many pieces of work could be done now.
  package var callCount: Int { calls.withLock { $0.count } }

  package func requestWorker(for source: any WorkSource) {
    calls.withLock { $0.append(source) }
  }

  /// Does one piece of work; false when there is none.
  @discardableResult
  package func step() -> Bool {
    guard let source = calls.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    if source.runWork(for: .onePiece, sentBy: self) { requestWorker(for: source) }
    return true
  }

  /// Works until nothing is left to do.
  package func run() { while step() {} }
}
