import MiniOperations

/// An upload that tries again in its own `main`, as one would write it first.
final class PatientUpload: MiniOperation, @unchecked Sendable {
  // Unchecked: everything is constant.
  private let pauses: [Duration?]
  private let time: any Timekeeper
  private let send: @Sendable () -> Bool

  init(pauses: [Duration], on time: any Timekeeper, send: @escaping @Sendable () -> Bool) {
    (self.pauses, self.time, self.send) = (pauses + [nil], time, send)
  }

  // snippet: patient
  override func main() {
    for pause in pauses {
      guard !send(), !isCancelled, let pause else { return }
      time.sleep(for: pause)
    }
  }
  // end
}

/// Adds one attempt after the other to the queue of uploads, and waits in between.
///
/// It belongs in another queue, one with the automatic limit, where its waiting takes no upload's slot.
final class Retry: MiniOperation, @unchecked Sendable {
  // Unchecked: `attempt` is accessed only while `changed` is locked, the rest is constant.
  private let (uploads, time): (MiniOperationQueue, any Timekeeper)
  private let pauses: [Duration?]
  private let makeAttempt: @Sendable () -> Attempt
  private let changed = Condition(name: "retry")
  private var attempt: Attempt?

  init(
    in uploads: MiniOperationQueue, pauses: [Duration], on time: any Timekeeper,
    _ makeAttempt: @escaping @Sendable () -> Attempt
  ) {
    (self.uploads, self.time, self.makeAttempt) = (uploads, time, makeAttempt)
    // After the last attempt, there is no pause.
    self.pauses = pauses + [nil]
  }

  // snippet: retry
  override func main() {
    for pause in pauses {
      let attempt = makeAttempt()
      changed.withLock { self.attempt = attempt }
      if isCancelled { attempt.cancel() }
      uploads.addOperation(attempt)
      attempt.waitUntilFinished()
      guard !attempt.isSent, let pause else { return }
      let deadline = time.now + pause
      changed.withLock { while !isCancelled && changed.wait(until: deadline, on: time) {} }
      if isCancelled { return }
    }
  }

  override func cancel() {
    super.cancel()
    let attempt = changed.withLock {
      changed.broadcast()
      return self.attempt
    }
    attempt?.cancel()
  }
  // end
}
