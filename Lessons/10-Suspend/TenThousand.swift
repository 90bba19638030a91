import Foundation
import MiniOperations
import Synchronization

/// A queue that runs ten thousand operations, four at a time, and that a key suspends and resumes.
final class TenThousand: Sendable {
  static let count = 10_000
  let queue = MiniOperationQueue()
  private let state = Mutex((isSuspended: false, lines: [String: Int](), late: 0))

  /// `begin` is called by each operation, and `log` when it prints its line.
  func operations(
    begin: @escaping @Sendable (Int) -> Void, log: @escaping @Sendable (_ thread: String, _ line: Int) -> Void
  ) -> [MiniOperation] {
    queue.maxConcurrentOperationCount = 4
    return (1...TenThousand.count).map { number in
      MiniBlockOperation { [self] in
        state.withLock { if $0.isSuspended { $0.late += 1 } }
        begin(number)
        let thread = Thread.current.name ?? "a thread"
        let line = state.withLock { state in
          state.lines[thread, default: 0] += 1
          return state.lines[thread]!
        }
        log(thread, line)
      }
    }
  }

  /// The key is pressed.
  func press() {
    if queue.isSuspended {
      state.withLock { $0.isSuspended = false }
      queue.isSuspended = false
    } else {
      queue.isSuspended = true
      state.withLock { $0.isSuspended = true }
    }
  }

  /// How many operations began after the queue had been suspended.
  var late: Int { state.withLock { $0.late } }

  var lineCount: Int { state.withLock { $0.lines.values.reduce(0, +) } }
}
