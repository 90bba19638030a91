import Foundation
import Synchronization

/// How a scenario ended.
struct Outcome: Equatable {
  enum End { case held, broke, stoodStill }
  let end: End
  let lines: [String]

  /// Runs a scenario on a thread of its own; one that stalls is abandoned after `seconds`.
  static func of(_ scenario: @escaping Scenario, within seconds: Double = 10) -> Outcome {
    let run = Run()
    Thread.detachNewThread {
      let held = scenario { line in run.lines.withLock { $0.append(line) } }
      run.held.withLock { $0 = held }
      run.ended.signal()
    }
    let inTime = run.ended.wait(timeout: .now() + seconds) == .success
    let held = run.held.withLock { $0 }
    return Outcome(end: !inTime ? .stoodStill : held ? .held : .broke, lines: run.lines.withLock { $0 })
  }

  private final class Run: Sendable {
    let lines = Mutex<[String]>([])
    let held = Mutex(false)
    let ended = DispatchSemaphore(value: 0)
  }
}
