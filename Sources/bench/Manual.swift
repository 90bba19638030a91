import Dispatch
import Foundation
import MiniOperations
import Synchronization

// The asynchronous operation of the documents, once for each framework, with identical code.

/// The queue on which manual operations end: one thread at a time, as with a network thread.
let finisher = DispatchQueue(label: "bench.finisher")

final class ManualMiniOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: both flags are atomic.
  private let executing = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing.load(ordering: .acquiring) }
  override var isFinished: Bool { finished.load(ordering: .acquiring) }

  override func start() {
    guard !isCancelled else { return finish() }
    willChangeValue(forKey: "isExecuting")
    executing.store(true, ordering: .releasing)
    didChangeValue(forKey: "isExecuting")
    finisher.async { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    executing.store(false, ordering: .releasing)
    finished.store(true, ordering: .releasing)
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}

final class ManualOperation: Operation, @unchecked Sendable {
  // Unchecked: both flags are atomic.
  private let executing = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { executing.load(ordering: .acquiring) }
  override var isFinished: Bool { finished.load(ordering: .acquiring) }

  override func start() {
    guard !isCancelled else { return finish() }
    willChangeValue(forKey: "isExecuting")
    executing.store(true, ordering: .releasing)
    didChangeValue(forKey: "isExecuting")
    finisher.async { self.finish() }
  }

  private func finish() {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    executing.store(false, ordering: .releasing)
    finished.store(true, ordering: .releasing)
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }
}
