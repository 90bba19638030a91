// Exercise 07: one at a time, with a pause in between
//
// Photos are resized one after the other. In the middle of photo 1, a caller suspends the runner. Photo 1 is
// resized to its end, because nothing can stop it from outside; photos 2 and 3 wait until the runner is
// resumed.
// Run the tests: swift run course check 7

import Synchronization

/// Runs pieces of work one after the other, in the order in which they were added.
public final class SerialRunner: Sendable {
  /// Takes a closure, returns at once, and has the closure called soon on some thread.
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

  /// Creates a runner without work, and without a thread.
  ///
  /// When a piece can run, the runner calls `launch`. The launched closure runs pieces and returns when none
  /// is left or the runner is suspended.
  public init(launch: @escaping Launch) {
    self.launch = launch
  }

  /// Adds a piece of work after all others, and returns at once.
  public func add(_ piece: @escaping @Sendable () -> Void) {
    change { $0.waiting.append(piece) }
  }

  /// Lets no other piece begin until ``resume()``; the running piece finishes.
  public func suspend() {
    change { $0.isSuspended = true }
  }

  /// Lets pieces begin again, however often ``suspend()`` was called.
  public func resume() {
    change { $0.isSuspended = false }
  }

  /// Removes all pieces that have not begun, and returns their number.
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
