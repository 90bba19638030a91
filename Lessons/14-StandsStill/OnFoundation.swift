import Dispatch
import Foundation
import LessonKit
import Synchronization

/// The six queues on Foundation: the same facts, and whether the repair empties the queue.
func onFoundation() -> [String] {
  sixStalls().flatMap { title, queue, repair in
    let lines = facts(of: queue)
    repair()
    queue.waitUntilAllOperationsAreFinished()
    return [title] + lines
  }
}

/// The facts of `facts(of:)`, word for word, on Foundation's classes.
private func facts(of queue: OperationQueue) -> [String] {
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

private func sixStalls() -> [(title: String, queue: OperationQueue, repair: () -> Void)] {
  let (first, second, third) = (OperationQueue(), OperationQueue(), OperationQueue())
  let (fourth, fifth, sixth) = (OperationQueue(), OperationQueue(), OperationQueue())

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
    (titles[3], fourth, request.callback),
    (titles[4], fifth, { fifth.maxConcurrentOperationCount = 2 }),
    (titles[5], sixth, { sixth.isSuspended = false }),
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
