import Foundation
import Synchronization

/// Limits how many requirements of an exercise run at once; its suites would start one each.
enum Turnstile {
  private static let lines = Mutex<[String: Line<CheckedContinuation<Void, Never>>]>([:])

  static func pass(_ module: String) async {
    await withCheckedContinuation { continuation in
      move(module) { $0.waiting.append(continuation) }
    }
  }

  static func leave(_ module: String) { move(module) { $0.inside -= 1 } }

  private static func move(
    _ module: String, _ change: (inout Line<CheckedContinuation<Void, Never>>) -> Void
  ) {
    let room = Pace.room(for: module)
    let admitted = lines.withLock { lines in
      change(&lines[module, default: Line()])
      return lines[module, default: Line()].admit(room)
    }
    for one in admitted { one.resume() }
  }
}

/// How many requirements run, and those that wait to run.
struct Line<Waiting: Sendable> {
  var inside = 0
  var waiting: [Waiting] = []

  /// Admits as many as there is room for, in the order in which they came.
  mutating func admit(_ room: Int) -> [Waiting] {
    let admitted = waiting.prefix(max(0, room - inside))
    waiting.removeFirst(admitted.count)
    inside += admitted.count
    return Array(admitted)
  }
}
