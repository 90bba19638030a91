import Dispatch
import Synchronization

/// Calls `body` with 0 to `count` - 1, several calls at once, and returns when all have returned.
///
/// After the first error no further call begins, and that error is thrown.
package func inParallel<Failure: Error>(
  _ count: Int, atOnce: Int, _ body: @Sendable (Int) throws(Failure) -> Void
) throws(Failure) {
  let next = Mutex(0)
  let failure = Mutex<Failure?>(nil)
  DispatchQueue.concurrentPerform(iterations: max(1, min(atOnce, count))) { _ in
    while failure.withLock({ $0 == nil }) {
      let index = next.withLock { value in
        defer { value += 1 }
        return value
      }
      if index >= count { return }
      do throws(Failure) {
        try body(index)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }
  if let error = failure.withLock({ $0 }) { throw error }
}
