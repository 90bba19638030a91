import MiniOperations
import Synchronization

/// Something that is raised once, and waited for without a limit.
///
/// For scenes: if no thread can raise it any more, the Explorer shows which thread waits for which, and a
/// real run notices that a thread does not come back. Elsewhere a ``Milestone`` is the better choice.
public final class Flag: Sendable {
  private let condition: Condition
  private let raised = Mutex(false)

  /// Makes a flag that is down; tables show its name.
  public init(_ name: String) { condition = Condition(name: name) }

  /// Whether it is up.
  public var isRaised: Bool { raised.withLock { $0 } }

  /// Raises the flag.
  public func raise() {
    condition.withLock {
      raised.withLock { $0 = true }
      condition.broadcast()
    }
  }

  /// Returns when the flag is up.
  public func wait() {
    condition.withLock { while !isRaised { condition.wait() } }
  }
}
