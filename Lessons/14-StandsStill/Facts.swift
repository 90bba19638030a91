import MiniOperations

/// The facts of the function in `OnFoundation.swift`, word for word, on this framework's classes.
func facts(of queue: MiniOperationQueue) -> [String] {
  let limit = queue.maxConcurrentOperationCount
  var lines = [
    "suspended \(queue.isSuspended), \(limit < 0 ? "no limit" : "limit \(limit)"), left \(queue.operationCount)"
  ]
  for operation in queue.operations {
    let state =
      if operation.isFinished {
        "finished"
      } else if operation.isExecuting {
        "executing"
      } else if operation.isReady {
        "ready"
      } else {
        "not ready"
      }
    var line = "\(operation.name ?? "no name"): \(state)"
    if operation.isCancelled { line += ", cancelled" }
    for other in operation.dependencies where !other.isFinished {
      line += ", waits for \(other.name ?? "no name")"
    }
    lines.append(line)
  }
  return lines
}

/// The seven reasons, in their order.
let titles = [
  "never added", "in a cycle", "own condition", "cancelled", "no callback", "waits inside", "suspended",
]

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
