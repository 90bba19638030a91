import ExerciseSupport
import MiniOperations

@testable import Exercise06

/// A stack on a queue with a limit of one, which runs when the test says so, and the trace of its pieces.
struct Bench {
  let workers = SteppedWorkers()
  let trace = Notes()
  let queue: MiniOperationQueue
  let stack: LastInFirstOut

  init() {
    queue = MiniOperationQueue(workers: workers)
    queue.maxConcurrentOperationCount = 1
    stack = LastInFirstOut(queue: queue)
  }

  /// Adds a piece that records its number and then calls `body`.
  @discardableResult
  func add(_ number: Int, body: @escaping @Sendable () -> Void = {}) -> LastInFirstOut.Ticket {
    stack.add { [trace] in
      trace("\(number)")
      body()
    }
  }

  /// Adds an operation of somebody else, which records its number.
  func addOther(_ number: Int) { queue.addOperation { [trace] in trace("other \(number)") } }

  /// Lets the queue run until one more piece is recorded, or until it is empty.
  func runOne() {
    let before = trace.lines.count
    while trace.lines.count == before, workers.step() {}
  }

  /// The numbers of the pieces that were recorded.
  var numbers: [Int] { trace.lines.compactMap { Int($0) } }
}
