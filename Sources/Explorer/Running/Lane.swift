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
  init(on core: Core, of crew: Crew, work: @escaping @Sendable (Lane) -> Void) {
    let thread = Thread { [self] in
      core.keepCallingThread()
      crew.join()
      while true {
        baton.take()
        if isDismissed.load(ordering: .acquiring) { return }
        work(self)
        if isDismissed.load(ordering: .acquiring) { return }
      }
    }
    thread.name = "explorer"
    thread.stackSize = 1 << 20
    crew.expectOne()
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
