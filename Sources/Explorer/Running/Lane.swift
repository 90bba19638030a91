import Foundation
import Synchronization

/// A system thread that runs one thread of a schedule after the other.
///
/// Starting a thread costs far more than a whole schedule, so lanes are kept for all the schedules of an
/// exploration. A lane sleeps until it is handed the baton; without the baton it does not run.
final class Lane: Sendable {
  let baton = Baton()
  /// Atomic: a lane that has done its work looks at it without the baton.
  private let isDismissed = Atomic(false)

  /// Starts a lane that calls `work` each time it gets the baton with an empty stack.
  init(on core: Core, of threads: EngineThreads, work: @escaping @Sendable (Lane) -> Void) {
    let thread = Thread { [self] in
      core.keepCallingThread()
      threads.join()
      while true {
        baton.take()
        if isDismissed.load(ordering: .acquiring) { return }
        work(self)
        if isDismissed.load(ordering: .acquiring) { return }
      }
    }
    thread.name = "explorer"
    thread.stackSize = 1 << 20
    threads.announce()
    thread.start()
  }

  /// Lets the lane end.
  ///
  /// Only for one with an empty stack.
  func dismiss() {
    isDismissed.store(true, ordering: .releasing)
    baton.give()
  }
}

/// The system threads of an engine.
///
/// The thread that gives the baton away no longer owns the engine's variables, so giving it is always the
/// last thing that it does.
final class Lanes {
  let core = Core()
  /// The lane that begins and closes each schedule.
  private(set) var driver: Lane!
  /// Lanes without a thread of the schedule.
  @exclusivity(unchecked) private var free: [Lane] = []

  /// Starts the driver, once.
  func startDriver(of threads: EngineThreads, _ work: @escaping @Sendable (Lane) -> Void) {
    if driver == nil { driver = Lane(on: core, of: threads, work: work) }
  }

  /// A lane for a thread that begins: one that is free, or a new one.
  func take(else make: () -> Lane) -> Lane { free.popLast() ?? make() }

  /// Keeps a lane whose thread has ended; the driver is never free.
  func add(_ lane: Lane) {
    if lane !== driver { free.append(lane) }
  }

  func give(to lane: Lane) { lane.baton.give() }

  /// Ends the lanes that are no longer needed.
  func dismiss() {
    for lane in free { lane.dismiss() }
    driver?.dismiss()
    free = []
  }
}
