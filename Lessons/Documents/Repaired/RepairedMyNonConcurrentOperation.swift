import MiniOperations
import Synchronization

extension Repaired {
  /// ``Documents/MyPollingOperation`` that reports how it ended, and releases what it acquired.
  open class MyNonConcurrentOperation<Data: Sendable>: MiniOperation, @unchecked Sendable {
    // Unchecked: the outcome is in its lock; the rest is constant.

    /// How the task ended.
    public enum Outcome: Sendable {
      /// It has done all its work.
      case done
      /// It was cancelled.
      case cancelled
      /// Its work threw an error.
      case failed(any Error)
    }

    private let data: Data
    private let work: @Sendable (Data) throws -> Bool
    private let cleanUp: @Sendable () -> Void
    private let stored = Mutex<Outcome?>(nil)

    /// Creates an operation that does `work` on `data` until it reports that it is done, and then `cleanUp`.
    public init(
      data: Data, cleanUp: @escaping @Sendable () -> Void = {},
      work: @escaping @Sendable (Data) throws -> Bool
    ) {
      self.data = data
      self.cleanUp = cleanUp
      self.work = work
    }

    /// How the task ended; nil while it has not, or never began.
    public var outcome: Outcome? { stored.withLock { $0 } }

    open override func main() {
      defer { cleanUp() }
      do {
        while try !isCancelled && !work(data) {}
        set(isCancelled ? .cancelled : .done)
      } catch {
        // T19: it goes no further, but it is not forgotten.
        set(.failed(error))
      }
    }

    private func set(_ outcome: Outcome) { stored.withLock { $0 = outcome } }
  }
}
