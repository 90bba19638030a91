import Foundation
import Synchronization

@testable import Stage6Workers

// The subclasses that the parity scenarios use, of stage 6's operation; their twins are in Tests/ParityTests/Renaming.

/// The usual subclass: the task is in `main`.
class TaskOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: constant.
  private let task: @Sendable (MiniOperation) -> Void
  init(_ task: @escaping @Sendable (MiniOperation) -> Void) { self.task = task }
  override func main() { task(self) }
}

/// The asynchronous subclass: it executes after `start` has returned, until `end` is called.
final class ManualOperation: MiniOperation, @unchecked Sendable {
  // Unchecked: the flags are atomic, the rest is constant.
  private let announced: [String]
  private let task: @Sendable (MiniOperation) -> Void
  private let executing = Atomic<Bool>(false)
  private let finished = Atomic<Bool>(false)

  init(announcing announced: [String], _ task: @escaping @Sendable (MiniOperation) -> Void) {
    self.announced = announced
    self.task = task
  }

  override var isExecuting: Bool { executing.load(ordering: .sequentiallyConsistent) }
  override var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

  override func start() {
    guard !isCancelled else { return end() }
    executing.store(true, ordering: .sequentiallyConsistent)
    announce("isExecuting")
    task(self)
  }

  func end() {
    executing.store(false, ordering: .sequentiallyConsistent)
    finished.store(true, ordering: .sequentiallyConsistent)
    announce("isExecuting")
    announce("isFinished")
  }

  private func announce(_ key: String) {
    if announced.contains(key) { didChangeValue(forKey: key) }
  }
}

/// The subclass with a condition of its own.
final class GatedOperation: TaskOperation, @unchecked Sendable {
  // Unchecked: the flag is atomic.
  private let isOpen = Atomic<Bool>(false)

  override var isReady: Bool { super.isReady && isOpen.load(ordering: .sequentiallyConsistent) }

  func open(isAnnounced: Bool) {
    isOpen.store(true, ordering: .sequentiallyConsistent)
    if isAnnounced { didChangeValue(forKey: "isReady") }
  }
}

/// Operations that end later than their default `start()` returns.
final class LaterOperation: TaskOperation, @unchecked Sendable {
  // Unchecked: the flag is atomic, the shape is constant.
  private let shape: LaterShape
  private let finished = Atomic<Bool>(false)

  init(_ shape: LaterShape, _ task: @escaping @Sendable (MiniOperation) -> Void) {
    self.shape = shape
    super.init(task)
  }

  override var isFinished: Bool {
    shape == .startsElsewhere ? super.isFinished : finished.load(ordering: .sequentiallyConsistent)
  }

  override func start() {
    guard shape != .startsElsewhere else { return Thread { super.start() }.start() }
    super.start()
    if shape == .callsSuper && isCancelled { end() }
  }

  func end() {
    finished.store(true, ordering: .sequentiallyConsistent)
    didChangeValue(forKey: "isFinished")
  }
}
