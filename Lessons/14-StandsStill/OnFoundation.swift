import Dispatch
import Foundation
import LessonKit
import Synchronization

/// The seven queues on Foundation: the same facts, and whether the repair empties the queue.
func onFoundation() -> [String] {
  sevenStalls().flatMap { title, queue, repair in
    let lines = facts(of: queue)
    repair()
    queue.waitUntilAllOperationsAreFinished()
    return [title] + lines
  }
}

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

private func sevenStalls() -> [(title: String, queue: OperationQueue, repair: () -> Void)] {
  let (first, second, third) = (OperationQueue(), OperationQueue(), OperationQueue())
  let (cancelled, fourth) = (OperationQueue(), OperationQueue())
  let (fifth, sixth) = (OperationQueue(), OperationQueue())

  let (download, resize) = (block("download"), block("resize"))
  resize.addDependency(download)
  first.addOperation(resize)

  let (load, draw, save) = (block("load"), block("draw"), block("save"))
  draw.addDependency(load)
  save.addDependency(draw)
  load.addDependency(save)
  second.addOperations([load, draw, save], waitUntilFinished: false)

  let upload = Gated("upload")
  third.addOperation(upload)

  let cancelledUpload = Gated("upload")
  cancelled.addOperation(cancelledUpload)
  cancelledUpload.cancel()

  let request = Request("request")
  fourth.addOperation(request)
  request.waitUntilStarted()

  fifth.maxConcurrentOperationCount = 1
  let inner = block("inner")
  let isAdded = DispatchSemaphore(value: 0)
  let outer = BlockOperation {
    fifth.addOperation(inner)
    isAdded.signal()
    inner.waitUntilFinished()
  }
  outer.name = "outer"
  fifth.addOperation(outer)
  isAdded.wait()

  sixth.isSuspended = true
  sixth.addOperation(block("save"))

  return [
    (titles[0], first, { first.addOperation(download) }),
    (titles[1], second, load.cancel),
    (titles[2], third, upload.open),
    (titles[3], cancelled, cancelledUpload.open),
    (titles[4], fourth, request.callback),
    (titles[5], fifth, { fifth.maxConcurrentOperationCount = 2 }),
    (titles[6], sixth, { sixth.isSuspended = false }),
  ]
}

private func block(_ name: String) -> Operation {
  let operation = BlockOperation {}
  operation.name = name
  return operation
}

private final class Gated: Operation, @unchecked Sendable {
  // Unchecked: the flag is in a Mutex.
  private let isOpen = Mutex(false)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isReady: Bool { isOpen.withLock { $0 } && super.isReady }

  func open() {
    willChangeValue(forKey: "isReady")
    isOpen.withLock { $0 = true }
    didChangeValue(forKey: "isReady")
  }
}

private final class Request: Operation, @unchecked Sendable {
  // Unchecked: the state is in a Mutex, the rest is constant.
  private enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let hasStarted = DispatchSemaphore(value: 0)

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .executing }
    didChangeValue(forKey: "isExecuting")
    hasStarted.signal()
  }

  func callback() {
    willChangeValue(forKey: "isFinished")
    willChangeValue(forKey: "isExecuting")
    state.withLock { $0 = .finished }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
  }

  func waitUntilStarted() { hasStarted.wait() }
}
