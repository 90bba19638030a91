import CourseKit
import Dispatch

/// Calls `body` with 0 to `count` - 1, several calls at once, and returns when all have returned.
package func inParallel(_ count: Int, atOnce: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let next = Locked(0)
  DispatchQueue.concurrentPerform(iterations: max(1, min(atOnce, count))) { _ in
    while true {
      let index = next.withValue { value in
        defer { value += 1 }
        return value
      }
      if index >= count { return }
      body(index)
    }
  }
}
