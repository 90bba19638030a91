import MiniOperations
import Synchronization
import Testing

/// A flag that is set once and stays set.
final class Flag: Sendable {
  private let stored = Mutex(false)

  var isRaised: Bool { stored.withLock { $0 } }

  func raise() { stored.withLock { $0 = true } }
}

extension RunLoopThread {
  /// Runs `body` as one message, and then everything that it has posted.
  ///
  /// A message is not overtaken by those that it posts. So `body` is a schedule in which the network thread
  /// is late: it finds in its mailbox what the main thread has done in the meantime.
  func whileBusy(_ body: @escaping @Sendable () -> Void) {
    postAndWait(body)
    postAndWait {}
  }
}
