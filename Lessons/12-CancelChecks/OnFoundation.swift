import Foundation
import MiniOperations

/// Twelve turns in three stages, cancelled by the operation itself in its sixth; how many turns are worked.
func onThisFramework() -> [String] {
  places.map { name, looksInTurn in
    let operation = MiniBlockOperation {}
    let task = Stages(isCancelled: { operation.isCancelled }, cancel: { operation.cancel() })
    operation.addExecutionBlock { task.run(looksInTurn) }
    operation.start()
    return "\(name): \(task.turns) turns of 12"
  }
}

/// The same with Foundation's names.
func onFoundation() -> [String] {
  places.map { name, looksInTurn in
    let operation = BlockOperation {}
    let task = Stages(isCancelled: { operation.isCancelled }, cancel: { operation.cancel() })
    operation.addExecutionBlock { task.run(looksInTurn) }
    operation.start()
    return "\(name): \(task.turns) turns of 12"
  }
}

private let places = [("a look in every turn", true), ("a look after every stage", false)]

/// Three stages of four turns.
private final class Stages: @unchecked Sendable {
  // Unchecked: the count is touched by the operation, and read when it has ended.
  private let isCancelled: @Sendable () -> Bool
  private let cancel: @Sendable () -> Void
  private(set) var turns = 0

  init(isCancelled: @escaping @Sendable () -> Bool, cancel: @escaping @Sendable () -> Void) {
    self.isCancelled = isCancelled
    self.cancel = cancel
  }

  func run(_ looksInTurn: Bool) {
    for _ in 1...3 {
      for _ in 1...4 {
        if looksInTurn && isCancelled() { return }
        turns += 1
        if turns == 6 { cancel() }
      }
      if isCancelled() { return }
    }
  }
}
