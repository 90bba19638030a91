import MiniOperations

/// Everything that one round will do, decided beforehand by one seed.
///
/// A plan is data: it holds no operations and starts no threads. Two plans of
/// the same seed are equal, and only the threads decide what comes of them.
struct Plan: Equatable {
  /// What kind of operation stands at one place of the graph.
  enum Kind: CaseIterable {
    /// Overrides `main`.
    case main
    /// Runs one block or two.
    case block
    /// Overrides `start` and announces its own state, from another thread.
    case asynchronous
    /// Overrides `main` and `isReady`: it waits until its gate is opened.
    case gated
    /// A block that the queue wraps itself, so that no other code has the operation.
    case bare
  }

  struct Node: Equatable {
    var kind: Kind
    var queue: Int
    var priority = MiniOperation.QueuePriority.normal
    /// Those that come first; all have lower numbers, so there is no cycle.
    var dependencies: [Int] = []
    /// Those of them that are never removed, so that they must have finished when this one runs.
    var firmDependencies: [Int] = []
    /// Those that this operation adds to their queues when it runs, or else when it has finished.
    var children: [Int] = []
    var isObserved = false
    /// How long the task takes, in turns of a loop.
    var work = 0
  }

  struct Queue: Equatable {
    var limit: Int
    /// The highest limit that it will ever have.
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
  /// What one thread does: it adds.
  var adding: [Step] = []
  /// What another thread does at the same time: it meddles.
  var meddling: [Step] = []
  /// How many threads wait, each for the end of some operations and then of a queue.
  var waiters: [[Int]] = []

  /// How many barriers are added.
  var barrierCount: Int {
    adding.count { if case .barrier = $0 { true } else { false } }
  }
}
