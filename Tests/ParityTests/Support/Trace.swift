import Dispatch
import Synchronization

/// Something that happens once, for which others can wait.
final class Gate: Sendable {
  private let group = DispatchGroup()
  private let isOpen = Mutex(false)

  init() { group.enter() }

  /// Lets all threads through, waiting now or later.
  func open() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = true }
      return isOpen
    }
    if !wasOpen { group.leave() }
  }

  /// Waits until the gate is open.
  func wait() { group.wait() }
}

/// A serial dispatch queue on which a scenario lets operations run.
final class Lane: Sendable {
  let queue = DispatchQueue(label: "lane")

  /// Returns when everything that was sent to the lane has run, and what that sent in turn.
  ///
  /// This is how a scenario shows that something does *not* happen: after
  /// settling, only another event can set off anything.
  func settle() {
    // Each round lets through what the round before has sent. Finishing one
    // operation sends at most one more, so as many rounds as operations do.
    for _ in 0..<50 { queue.sync {} }
  }
}
