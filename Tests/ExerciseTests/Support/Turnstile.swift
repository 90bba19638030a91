import Foundation
import Synchronization

/// How many requirements of an exercise run at once; its suites would start one each.
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

/// Those who are inside, and those who wait for it.
struct Line<Waiting: Sendable> {
  var inside = 0
  var waiting: [Waiting] = []

  /// Lets in as many as there is room for, those who have waited longest first.
  mutating func admit(_ room: Int) -> [Waiting] {
    let admitted = waiting.prefix(max(0, room - inside))
    waiting.removeFirst(admitted.count)
    inside += admitted.count
    return Array(admitted)
  }
}
