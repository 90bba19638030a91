import MiniOperations

// What happens when the threads of a schedule have ended, or cannot continue.

extension Engine {
  func close(_ stage: Stage) {
    if finding == nil {
      do { try stage.runFinalChecks() } catch { find(.thrownError, "A final check threw: \(error)") }
      control.reachPoint()
    }
    // A check may have resumed a queue: the resulting work ends first.
    finishLeftovers()
    if control.isRetired { return }
    if finding == nil { findZombies(stage) }
    // Releasing the last reference to a mailbox closes it; then its thread ends.
    checksAtEnd.removeAll(keepingCapacity: true)
    stage.letGo()
    self.stage = nil
    finishLeftovers()
    if control.isRetired { return }
    if let left = threads.dropFirst().first(where: { !$0.hasEnded }) {
      find(
        .endlessThread,
        "The thread '\(left.name)' still waits for work after the end of the scenario. Stop it, or release the "
          + "object that keeps it: otherwise it outlives the schedule.")
      retire()
    }
  }

  /// Lets all threads run that still can, and returns.
  private func finishLeftovers() {
    threads.set(0, to: .ended)
    runBodies(on: driver)
    current = 0
    threads.set(0, to: .ready)
  }

  private func findZombies(_ stage: Stage) {
    guard !stage.mayLeaveOperations else { return }
    for unfinished in checksAtEnd {
      if let stall = unfinished() {
        return find(.zombie, "An operation will never finish: \(stall.withoutAddresses)")
      }
    }
  }
}
