import Foundation
import MiniOperations
import Synchronization
import TestSupport

// Operations that end later than their default `start()` returns, in the shapes in which programs write them.

extension MiniOperationQueue {
  static func makeLater(
    _ shape: LaterShape, _ task: @escaping @Sendable (MiniOperation) -> Void
  ) -> MiniOperation {
    switch shape {
    case .mainOnly: MiniOperation.Later(task)
    case .callsSuper: MiniOperation.LaterWithStart(task)
    case .startsElsewhere: MiniOperation.Elsewhere(task)
    }
  }

  static func endLater(_ job: MiniOperation) { (job as? MiniOperation.Later)?.end() }

  static func makeCountingQueue() -> MiniOperationQueue { Counting() }
  static func addedCount(of queue: MiniOperationQueue) -> Int { (queue as? Counting)?.count.value ?? 0 }

  /// A queue that sees what is added.
  private final class Counting: MiniOperationQueue, @unchecked Sendable {
    // Unchecked: the counter is atomic.
    let count = Counter()

    override func addOperation(_ operation: MiniOperation) {
      count.raise()
      super.addOperation(operation)
    }
  }
}

extension MiniOperation {
  /// The work of `main` continues after its return, and `isFinished` reports its end.
  class Later: Task, @unchecked Sendable {
    // Unchecked: the flag is atomic.
    private let finished = Atomic<Bool>(false)

    override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

    func end() {
      willChangeValue(forKey: "isFinished")
      finished.store(true, ordering: .sequentiallyConsistent)
      didChangeValue(forKey: "isFinished")
    }
  }

  /// As in "Advanced NSOperations" of 2015: the default start does its part, a cancel ends it.
  final class LaterWithStart: Later, @unchecked Sendable {
    // Unchecked: nothing is added to what the other class has.
    override func start() {
      super.start()
      if isCancelled { end() }
    }
  }

  /// The default start runs on a thread of the operation's own.
  final class Elsewhere: Task, @unchecked Sendable {
    // Unchecked: nothing is added to what the other class has.
    override func start() {
      Thread { self.startHere() }.start()
    }

    private func startHere() { super.start() }
  }
}
