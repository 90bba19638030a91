import Foundation
import MiniOperations

/// Twelve rows in three stages; the operation cancels itself in the sixth, and reports on how many it worked.
func onThisFramework() -> [String] {
  places.map { name, checksInside in
    let operation = MiniBlockOperation {}
    let task = Stages(isCancelled: { operation.isCancelled }, cancel: { operation.cancel() })
    operation.addExecutionBlock { task.run(checksInside) }
    operation.start()
    return "\(name): \(task.rows) of 12"
  }
}

/// The same with Foundation's names.
func onFoundation() -> [String] {
  places.map { name, checksInside in
    let operation = BlockOperation {}
    let task = Stages(isCancelled: { operation.isCancelled }, cancel: { operation.cancel() })
    operation.addExecutionBlock { task.run(checksInside) }
    operation.start()
    return "\(name): \(task.rows) of 12"
  }
}

private let places = [("checks in each row", true), ("checks after each stage", false)]

/// Three stages of four rows.
private final class Stages: @unchecked Sendable {
  // Unchecked: the operation writes the count, and it is read after the operation has finished.
  private let isCancelled: @Sendable () -> Bool
  private let cancel: @Sendable () -> Void
  private(set) var rows = 0

  init(isCancelled: @escaping @Sendable () -> Bool, cancel: @escaping @Sendable () -> Void) {
    self.isCancelled = isCancelled
    self.cancel = cancel
  }

  func run(_ checksInside: Bool) {
    for _ in 1...3 {
      for _ in 1...4 {
        if checksInside && isCancelled() { return }
        rows += 1
        if rows == 6 { cancel() }
      }
      if isCancelled() { return }
    }
  }
}
