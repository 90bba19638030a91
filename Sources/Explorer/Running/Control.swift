import Dispatch
import Synchronization

/// Where the thread that started an exploration waits for its engine, and watches it.
final class Control: Sendable {
  enum Ending {
    /// No chooser wants another schedule, one has found something, or the engine was told to end.
    case chooserHadEnough
    /// The engine's threads cannot continue.
    case retired
    /// No thread has reached a point for too long.
    case stuck
    /// A thread has trapped, and waits in the handler.
    case trapped
  }

  /// The threads that the watchdog looks at.
  let threads = EngineThreads()
  /// Counts points; the watchdog checks whether it changes.
  private let progress = Atomic<Int>(0)
  let schedules = Atomic<Int>(0)
  /// Whether the engine ends after the running schedule, whatever the chooser wants.
  let isToldToEnd = Atomic<Bool>(false)
  /// Whether a thread has trapped; it waits in the handler.
  let hasTrapped = Atomic<Bool>(false)
  private let state = Atomic<State>(.runs)
  private let hasArrived = Atomic<Bool>(false)
  private let parked = Atomic<Int>(0)
  private let isOver = DispatchSemaphore(value: 0)
  private let goesOn = DispatchSemaphore(value: 0)

  private enum State: UInt8, AtomicRepresentable {
    case runs
    /// The waiting thread checks whether another one still runs; a thread that reaches a point reports it and
    /// waits for the answer.
    case asked
    /// A thread that reaches a point stays there forever.
    case retired
  }

  var isRetired: Bool { state.load(ordering: .acquiring) == .retired }
  var parkedThreads: Int { parked.load(ordering: .acquiring) }

  /// Counts a point, for the watchdog; called by the thread that holds the baton.
  @inline(__always)
  func countPoint() { progress.store(progress.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

  func end() { isOver.signal() }

  func retire(parkedThreads: Int) {
    parked.store(parkedThreads, ordering: .releasing)
    state.store(.retired, ordering: .releasing)
    isOver.signal()
  }

  /// Blocks a thread that has reached a point, forever or until it has been counted as alive.
  ///
  /// Called wherever the scenario's code calls or returns to the engine, before what a report reads is
  /// changed: a thread that comes back after the watchdog has given it up must not change that any more.
  @inline(__always)
  func reachPoint() {
    if state.load(ordering: .acquiring) != .runs { stay() }
  }

  private func stay() {
    hasArrived.store(true, ordering: .releasing)
    isOver.signal()
    // If the engine has been retired, no answer ever comes.
    goesOn.wait()
  }

  /// Returns when the engine has ended, or when its threads could have reached a point for `patience` and did
  /// not.
  func waitForEnd(patience: Duration, tick: (Int) -> Void) -> Ending {
    var idleness = Idleness()
    let pause = min(patience / 4, .milliseconds(250))
    while true {
      if isOver.wait(timeout: .now() + pause.inSeconds) == .success {
        return isRetired ? .retired : .chooserHadEnough
      }
      if hasTrapped.load(ordering: .acquiring) {
        parked.store(1, ordering: .releasing)
        state.store(.retired, ordering: .releasing)
        return .trapped
      }
      idleness.add(pause, points: progress.load(ordering: .relaxed)) { threads.reading }
      if idleness.duration >= patience {
        if let ending = askWhoIsThere() { return ending }
        idleness.restart()
      }
      tick(schedules.load(ordering: .relaxed))
    }
  }

  /// Checks once more before it gives up; nil if a thread answers after all.
  ///
  /// On a busy machine a thread may be late, and be anywhere in the engine.
  /// Once it has reached a point, or has not for another period, no thread
  /// changes what is read and released afterwards.
  private func askWhoIsThere() -> Ending? {
    guard state.compareExchange(expected: .runs, desired: .asked, ordering: .acquiringAndReleasing).exchanged
    else { return nil }
    var idleness = Idleness()
    while idleness.duration < Control.grace {
      if isOver.wait(timeout: .now() + Control.glance.inSeconds) == .success { return answer }
      idleness.add(Control.glance, points: 0) { threads.reading }
    }
    parked.store(1, ordering: .releasing)
    state.store(.retired, ordering: .releasing)
    return .stuck
  }

  /// What the signal of an engine that was asked means; nil if a thread has answered, which now continues.
  private var answer: Ending? {
    if isRetired { return .retired }
    state.store(.runs, ordering: .releasing)
    guard hasArrived.exchange(false, ordering: .acquiringAndReleasing) else { return .chooserHadEnough }
    goesOn.signal()
    return nil
  }

  /// How long the threads may take to answer, without the time in which they wait for a processor.
  private static let grace = Duration.milliseconds(500)
  private static let glance = Duration.milliseconds(50)
}

extension Duration {
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
