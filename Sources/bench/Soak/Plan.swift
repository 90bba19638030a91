import MiniOperations

/// Everything that one round will do, decided in advance by one seed.
///
/// A plan is data: it contains no operations and starts no threads. Two plans of the same seed are equal; the
/// results differ only by the order of the threads.
struct Plan {
  /// The kind of an operation in the graph.
  enum Kind: CaseIterable {
    /// Overrides `main`.
    case main
    /// Runs one block or two.
    case block
    /// Overrides `start` and announces its own state, from another thread.
    case asynchronous
    /// Overrides `main` and `isReady`: it waits until its gate is opened.
    case gated
  }

  struct Node {
    var kind: Kind
    var queue: Int
    var priority = MiniOperation.QueuePriority.normal
    /// Its dependencies; all have lower numbers, so there is no cycle.
    var dependencies: [Int] = []
    /// Those dependencies that are never removed, so that they must have finished when this operation runs.
    var firmDependencies: [Int] = []
    var isObserved = false
    /// How long the task takes, in iterations of a loop.
    var work = 0
  }

  struct Queue {
    var limit: Int
    /// The highest limit during the round.
    var highestLimit: Int
    var order: MiniOperationQueue.Order
  }

  enum Step {
    case cancel(Int)
    case cancelAll(queue: Int)
    case suspend(queue: Int, Bool)
    case limit(queue: Int, Int)
    case prioritise(Int, MiniOperation.QueuePriority)
    case addDependency(Int, on: Int)
    case removeDependency(Int, on: Int)
    case finishEarly(Int)
    case openGate(Int)
  }

  var nodes: [Node] = []
  var queues: [Queue] = []
  /// The operations in the order in which they are added, those of one call together.
  var adding: [[Int]] = []
  /// The steps of another thread, which interferes at the same time.
  var meddling: [Step] = []
  /// The waiting threads: each waits for some operations and then for a queue.
  var waiters: [[Int]] = []

  /// How many operations are observed.
  var observedCount: Int { nodes.count { $0.isObserved } }
}
