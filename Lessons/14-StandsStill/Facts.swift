import MiniOperations

// snippet: facts
/// What every operation of a queue tells about itself, as lines: to be copied where there is no stall report.
///
/// It works with Foundation's queue too: replace `MiniOperationQueue` by `OperationQueue`.
func facts(of queue: MiniOperationQueue) -> [String] {
  let head =
    "suspended \(queue.isSuspended), limit \(queue.maxConcurrentOperationCount), left "
    + "\(queue.operationCount)"
  return [head]
    + queue.operations.map { operation in
      let state =
        operation.isFinished
        ? "finished" : operation.isExecuting ? "executing" : operation.isReady ? "ready" : "not ready"
      let request = operation.isCancelled ? ", cancelled" : ""
      let others = operation.dependencies.filter { !$0.isFinished }.map { $0.name ?? "no name" }
      let waits = others.isEmpty ? "" : ", waits for \(others.joined(separator: ", "))"
      return "\(operation.name ?? "no name"): \(state)\(request)\(waits)"
    }
}
// end

/// The six reasons, in their order.
let titles = ["never added", "in a cycle", "own condition", "no callback", "waits inside", "suspended"]

/// The report of a queue as soon as a line has such a reason, and at the latest after five seconds.
///
/// A queue that works has reasons too, so a report is read more than once.
func report(of queue: MiniOperationQueue, with isReason: (StallReport.Reason) -> Bool) -> StallReport {
  let deadline = SystemTime().now + .seconds(5)
  var report = queue.stallReport()
  while !report.lines.contains(where: { isReason($0.reason) }), SystemTime().now < deadline {
    SystemTime().sleep(for: .milliseconds(5))
    report = queue.stallReport()
  }
  return report
}
