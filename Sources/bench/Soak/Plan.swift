import MiniOperations

/// Everything that one round will do, decided in advance by one seed.
///
/// A plan is data: it contains no operations and starts no threads. Two plans of the same seed are equal; the
/// results differ only by the order of the threads.
struct Plan: Equatable {
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
    /// A block that the queue itself wraps, so that no other code has the operation.
    case bare
  }

  struct Node: Equatable {
    var kind: Kind
    var queue: Int
    var priority = MiniOperation.QueuePriority.normal
    /// Its dependencies; all have lower numbers, so there is no cycle.
    var dependencies: [Int] = []
    /// Those dependencies that are never removed, so that they must have finished when this operation runs.
    var firmDependencies: [Int] = []
    /// The operations that this one adds to their queues when it runs, or else when it has finished.
    var children: [Int] = []
    var isObserved = false
    /// How long the task takes, in iterations of a loop.
    var work = 0
  }

  struct Queue: Equatable {
    var limit: Int
    /// The highest limit during the round.
    var highestLimit: Int
    var order: MiniOperationQueue.Order
    /// Whether everything in it is cancelled, barriers too.
    var isCancelled = false
  }

  enum Step: Equatable {
    case add([Int])
    case barrier(queue: Int)
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
  /// The steps of the thread that adds operations.
  var adding: [Step] = []
  /// The steps of another thread, which interferes at the same time.
  var meddling: [Step] = []
  /// The waiting threads: each waits for some operations and then for a queue.
  var waiters: [[Int]] = []

  /// How many operations are observed.
  var observedCount: Int { nodes.count { $0.isObserved } }

  /// How many barriers are added.
  var barrierCount: Int {
    adding.count { if case .barrier = $0 { true } else { false } }
  }
}
