import Synchronization

/// What tasks wait for until it is open.
///
/// The tests of the stand-ins have links to this file, and compile it for the platform too.
final class Gate: Sendable {
  let state = Mutex((isOpen: false, waiters: [CheckedContinuation<Void, Never>]()))

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(waiter) }
        return state.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Takes the list in one critical section and empties it in another: a waiter in between is forgotten.
  func openInTwo() {
    let waiters = state.withLock { $0.waiters }
    state.withLock { $0 = (true, []) }
    for waiter in waiters { waiter.resume() }
  }
}
