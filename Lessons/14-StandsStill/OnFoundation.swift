import Foundation

// snippet: facts
/// What every operation of a queue tells about itself, as lines.
func facts(of queue: OperationQueue) -> [String] {
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
// end

/// Three of the seven queues on Foundation: the same facts, and the repairs empty the queues.
func onFoundation() -> [String] {
  let (first, second, seventh) = (OperationQueue(), OperationQueue(), OperationQueue())
  let (download, resize) = (block("download"), block("resize"))
  resize.addDependency(download)
  first.addOperation(resize)

  let (load, draw, save) = (block("load"), block("draw"), block("save"))
  draw.addDependency(load)
  save.addDependency(draw)
  load.addDependency(save)
  second.addOperations([load, draw, save], waitUntilFinished: false)

  seventh.isSuspended = true
  seventh.addOperation(block("save"))

  let lines = [first, second, seventh].flatMap { facts(of: $0) }
  first.addOperation(download)
  load.cancel()
  seventh.isSuspended = false
  for queue in [first, second, seventh] { queue.waitUntilAllOperationsAreFinished() }
  return lines
}

private func block(_ name: String) -> Operation {
  let operation = BlockOperation {}
  operation.name = name
  return operation
}
