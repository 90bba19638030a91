import ExerciseSupport
import MiniOperations

@testable import Exercise06

/// A stack on a queue that does one piece of work per call.
struct Bench {
  let workers = SteppedWorkers()
  let notes = Notes()
  let queue: MiniOperationQueue
  let stack: LastInFirstOut

  init() {
    queue = MiniOperationQueue(workers: workers)
    queue.maxConcurrentOperationCount = 1
    stack = LastInFirstOut(queue: queue)
  }

  /// Adds work that holds an object, notes its number and then calls `body`.
  @discardableResult
  func add(
    _ number: Int, holding object: (any Sendable)? = nil, _ body: @escaping @Sendable () -> Void = {}
  ) -> LastInFirstOut.Ticket {
    stack.add { [notes] in
      withExtendedLifetime(object) { notes("\(number)") }
      body()
    }
  }

  /// What an add brings to the queue; "a turn" for one operation, of normal priority and ready, as the last.
  func brought(_ add: () -> Void) -> String {
    let before = queue.operations
    add()
    let after = queue.operations
    guard after.count == before.count + 1, let turn = after.last, !before.contains(where: { $0 === turn })
    else {
      return "\(after.count - before.count) operations"
    }
    return turn.queuePriority != .normal
      ? "a turn of another priority" : turn.isReady ? "a turn" : "a turn that waits"
  }

  /// The numbers that were noted.
  var numbers: [Int] { notes.lines.compactMap { Int($0) } }
}
