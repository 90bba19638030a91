import Dispatch
import Foundation

/// Threads that add operations at the same time.
enum Producers {
  /// Runs `body` with 0, 1, 2 …, each on its own thread, and returns when all have returned.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread {
        body(number)
        group.leave()
      }.start()
    }
    group.wait()
  }
}
