import ExerciseSupport
import MiniOperations

@testable import Exercise06

/// A stack on a queue that does one piece of work per call.
struct Bench {
  let workers: SteppedWorkers
  let notes = Notes()
  let queue: MiniOperationQueue
  let stack: LastInFirstOut

  init(_ queue: EagerQueue? = nil) {
    workers = queue?.workers ?? SteppedWorkers()
    self.queue = queue ?? MiniOperationQueue(workers: workers)
    self.queue.maxConcurrentOperationCount = 1
    stack = LastInFirstOut(queue: self.queue)
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

  /// Lets the next turn come; one whose work was taken back may have been removed, and then it is the one behind.
  func takeTurn() {
    var isRemoved = true
    while isRemoved {
      isRemoved = queue.operations.first?.isCancelled == true
      guard workers.step() else { return }
    }
  }

  /// The numbers that were noted.
  var numbers: [Int] { notes.lines.compactMap { Int($0) } }
}

/// A queue that begins what is added, in whatever way, before the call that adds it has returned, if it can.
final class EagerQueue: MiniOperationQueue, @unchecked Sendable {
  // Unchecked: the first two are set before the queue is used, the rest is safe for every thread.
  private(set) var workers = SteppedWorkers()
  private var isEager = true
  private let turns = Log<Weakly>()
  private let (begun, ended) = (Milestone(), Milestone())
  private let late = Milestone()

  /// Makes a queue; one that is not eager begins nothing by itself.
  static func make(isEager: Bool = true) -> EagerQueue {
    let workers = SteppedWorkers()
    let queue = EagerQueue(workers: workers)
    queue.workers = workers
    queue.isEager = isEager
    queue.maxConcurrentOperationCount = 1
    return queue
  }

  /// Whether a turn could not begin in time.
  var isLate: Bool { late.count > 0 }

  /// How many of the operations that were added are kept, when all that began has ended.
  func kept() -> Int {
    ended.wait(for: begun.count)
    return turns.entries.count { $0.object != nil }
  }

  override func addOperation(_ operation: MiniOperation) {
    super.addOperation(operation)
    begin()
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    super.addOperation(block)
    begin()
  }

  override func addOperations(_ operations: [MiniOperation], waitUntilFinished wait: Bool) {
    super.addOperations(operations, waitUntilFinished: wait)
    begin()
  }

  /// Lets another thread run what is there; waits for it, but not for long.
  ///
  /// A stack may hold its lock while it adds. Then the turn begins a little later, and all is well too.
  private func begin() {
    for operation in operations { turns.add(Weakly(object: operation)) }
    guard isEager else { return }
    let bell = Condition(name: "begun")
    let ends = Notes()
    begun.reach()
    Threads.start(named: "eager") { [workers, ended] in
      workers.step()
      ends("end")
      bell.withLock { bell.broadcast() }
      ended.reach()
    }
    let limit = SystemTime().now + .milliseconds(300)
    bell.withLock { while ends.lines.isEmpty, bell.wait(until: limit) {} }
    if ends.lines.isEmpty { late.reach() }
  }
}

/// A weak reference.
struct Weakly: @unchecked Sendable {
  // Unchecked: set once.
  weak var object: AnyObject?
}
