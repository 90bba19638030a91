import Dispatch
import Synchronization

/// Something that happens once, for which others can wait.
package final class Latch: Sendable {
  private let group = DispatchGroup()
  private let isOpen = Mutex(false)

  package init() { group.enter() }

  /// Lets all threads through, waiting now or later.
  package func open() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = true }
      return isOpen
    }
    if !wasOpen { group.leave() }
  }

  /// Waits until the gate is open.
  package func wait() { group.wait() }
}

/// Opens a latch when it is released.
final class Token: Sendable {
  private let released: Latch
  init(_ released: Latch) { self.released = released }
  deinit { released.open() }
}

/// A serial dispatch queue on which a scenario lets operations run.
package final class Lane: Sendable {
  package let queue = DispatchQueue(label: "lane")
  private let isIdle = Mutex<(@Sendable () -> Bool)?>(nil)

  /// For a queue that starts its operations elsewhere: settles when `isIdle` returns true.
  package func settle(when isIdle: @escaping @Sendable () -> Bool) { self.isIdle.withLock { $0 = isIdle } }

  /// Returns when everything that was sent to the lane has run, and everything that that has sent.
  ///
  /// This is how a scenario shows that something does *not* happen: after
  /// settling, only another event can set off anything.
  package func settle() {
    if let isIdle = isIdle.withLock({ $0 }) {
      while !isIdle() { Chances.give(until: isIdle) }
      return
    }
    // Each round lets through the blocks that the round before has sent. Finishing one
    // operation sends at most one more, so as many rounds as operations do.
    for _ in 0..<50 { queue.sync {} }
  }
}
