import Dispatch
import Explorer
import Foundation
import MiniOperations
import TestSupport
import Testing

/// A thread that the Explorer does not direct is named when it touches what the scenario's threads have made.
@Suite struct `Threads from elsewhere` {
  enum Touch: CaseIterable { case shared, lock, condition, operation, queue }

  @Test(arguments: Touch.allCases)
  func `One that touches something of the scenario's is named`(touch: Touch) {
    var settings = Settings()
    // On a busy machine the other thread may be slow to come.
    settings.watchdog = .seconds(60)
    let elsewhere = Elsewhere()
    let exploration = Explorer.explore("stranger at \(touch)", settings) { stage in
      let touched = Touched()
      stage.thread("A") { elsewhere.run { touched.touch(touch) } }
      stage.thread("B") { touched.touch(touch) }
    }
    #expect(exploration.finding?.kind == .stranger, "\(exploration)")
    let beginning = "A thread that the Explorer does not control interfered: "
    #expect(exploration.finding?.message.hasPrefix(beginning) == true, "\(exploration)")
  }

  private final class Touched: Sendable {
    let shared = Shared(0, "shared")
    let lock = RecursiveLock(name: "lock")
    let condition = Condition(name: "condition")
    let operation = MiniOperation()
    let queue = MiniOperationQueue()

    func touch(_ touch: Touch) {
      switch touch {
      case .shared: _ = shared.value
      case .lock: lock.withLock {}
      case .condition: condition.signal()
      case .operation: operation.cancel()
      case .queue: queue.isSuspended = true
      }
    }
  }
}
