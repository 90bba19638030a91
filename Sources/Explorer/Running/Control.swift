import Dispatch
import Synchronization

/// Where the thread that asked for an exploration waits for its engine, and watches over it.
final class Control: Sendable {
  enum Ending {
    /// The chooser wanted no other schedule.
    case chooserHadEnough
    /// The engine's threads cannot go on.
    case retired
    /// Nobody has reached a point for too long.
    case stuck
  }

  /// Counts points; the watchdog looks whether it moves.
  let progress = Atomic<Int>(0)
  let schedules = Atomic<Int>(0)
  private let retired = Atomic<Bool>(false)
  private let parked = Atomic<Int>(0)
  private let isOver = DispatchSemaphore(value: 0)

  var isRetired: Bool { retired.load(ordering: .acquiring) }
  var parkedThreads: Int { parked.load(ordering: .acquiring) }

  func end() { isOver.signal() }

  func retire(parkedThreads: Int) {
    parked.store(parkedThreads, ordering: .releasing)
    retired.store(true, ordering: .releasing)
    isOver.signal()
  }

  /// Returns when the engine has ended, or when no point has been reached for `patience`.
  func waitForEnd(patience: Duration, tick: (Int) -> Void) -> Ending {
    var seen = -1
    var idle = Duration.zero
    let pause = min(patience / 4, .milliseconds(250))
    while isOver.wait(timeout: .now() + pause.inSeconds) == .timedOut {
      let reached = progress.load(ordering: .relaxed)
      idle = reached == seen ? idle + pause : .zero
      seen = reached
      if idle >= patience {
        parked.store(1, ordering: .releasing)
        retired.store(true, ordering: .releasing)
        return .stuck
      }
      tick(schedules.load(ordering: .relaxed))
    }
    return isRetired ? .retired : .chooserHadEnough
  }
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
