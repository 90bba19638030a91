import Foundation
import MiniOperations

/// Twelve rows in three stages; the operation cancels itself in the sixth, and reports on how many it worked.
func onThisFramework() -> [String] {
  rows { stages in
    let operation = MiniBlockOperation()
    operation.addExecutionBlock {
      stages.run(isCancelled: { operation.isCancelled }, cancel: operation.cancel)
    }
    operation.start()
  }
}

/// The same with Foundation's names.
func onFoundation() -> [String] {
  rows { stages in
    let operation = BlockOperation()
    operation.addExecutionBlock {
      stages.run(isCancelled: { operation.isCancelled }, cancel: operation.cancel)
    }
    operation.start()
  }
}

private func rows(_ run: (Stages) -> Void) -> [String] {
  [("checks in each row", true), ("checks after each stage", false)].map { name, checksInside in
    let stages = Stages(checksInside: checksInside)
    run(stages)
    return "\(name): \(stages.rows) of 12"
  }
}

/// Three stages of four rows.
private final class Stages: @unchecked Sendable {
  // Unchecked: the operation writes the count, and it is read after the operation has finished.
  private let checksInside: Bool
  private(set) var rows = 0

  init(checksInside: Bool) { self.checksInside = checksInside }

  func run(isCancelled: () -> Bool, cancel: () -> Void) {
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
