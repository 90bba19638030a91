// Exercise 07: one at a time, and a pause between two
//
// Thread 1 counts to 9999, then Thread 2, then Thread 3. While the first one counts, a caller suspends the
// runner. Thread 1 counts on to its end, because nothing can stop it from outside; Threads 2 and 3 wait
// until the runner is resumed.
// Tried with: swift test --filter Exercise07

import Synchronization

/// Does pieces of work one after the other, in the order in which they were added.
public final class SerialRunner: Sendable {
  /// Has a closure called on some thread, soon, and returns at once.
  public typealias Launch = @Sendable (@escaping @Sendable () -> Void) -> Void

  private enum Place {
    case idle, atWork
  }

  private struct State {
    var place = Place.idle
    var isSuspended = false
    var waiting: [@Sendable () -> Void] = []

    var canBegin: Bool { !isSuspended && !waiting.isEmpty }
  }

  private let launch: Launch
  private let state = Mutex(State())

  /// Makes a runner that has nothing to do.
  ///
  /// It has no thread. When there is work it uses `launch`, and gives the thread back when it has none or
  /// is suspended.
  public init(launch: @escaping Launch) {
    self.launch = launch
  }

  /// Adds a piece of work behind all others, and returns at once.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    change { $0.waiting.append(piece) }
  }

  /// Lets no other piece begin until ``resume()``; the one that runs continues to its end.
  public func suspend() {
    change { $0.isSuspended = true }
  }

  /// Lets pieces begin again, however often the runner was suspended.
  public func resume() {
    change { $0.isSuspended = false }
  }

  /// Forgets all pieces that have not begun; returns how many they were.
  public func drop() -> Int {
    var dropped: [@Sendable () -> Void] = []
    // Exchanged, so that what the pieces hold is released after the lock.
    state.withLock { swap(&$0.waiting, &dropped) }
    return dropped.count
  }

  // After every change a thread is launched if one is needed, for one piece: no thread is kept for long.
  private func change(_ body: (inout State) -> Void) {
    let isNeeded = state.withLock { state in
      body(&state)
      guard state.place == .idle, state.canBegin else { return false }
      state.place = .atWork
      return true
    }
    if isNeeded { launch { self.takeTurn() } }
  }

  private func takeTurn() {
    // Checked again: it may have been suspended or emptied since.
    let piece = state.withLock { $0.canBegin ? $0.waiting.removeFirst() : nil }
    piece?()
    change { $0.place = .idle }
  }
}
