import MiniOperations

/// Cancels an operation whose task sleeps, and returns the error with which the task ended.
func cancelOperation(in queue: MiniOperationQueue) -> (any Error)? {
  let isAsleep = Gate()
  let patient = TaskOperation("patient") {
    isAsleep.open()
    try await Task.sleep(for: .seconds(3600))
  }
  queue.addOperation(patient)
  fromMain { await isAsleep.passed() }
  patient.cancel()
  return fromMain { await patient.failure }
}

/// Cancels a task that awaits an operation, and returns whether that cancelled the operation.
func cancelTask(in queue: MiniOperationQueue) -> Bool {
  queue.isSuspended = true
  let (awaited, isAwaited) = (MiniBlockOperation {}, Gate())
  queue.addOperation(awaited)
  let task = Task.detached { await awaited.end(isAwaited) }
  fromMain { await isAwaited.passed() }
  task.cancel()
  let isCancelled = awaited.isCancelled
  queue.isSuspended = false
  fromMain { await task.value }
  return isCancelled
}
