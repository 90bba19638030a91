import Foundation
import MiniOperations
import Synchronization

/// Cancelling in a suspended queue; then a queue without a limit, suspended by its first operation.
func onThisFramework() -> [String] {
  let held = MiniOperationQueue()
  held.maxConcurrentOperationCount = 4
  held.isSuspended = true
  let operations = (1...3).map { _ in MiniBlockOperation {} }
  held.addOperations(operations, waitUntilFinished: false)
  held.cancelAllOperations()
  var trace = ["cancelled: \(held.operationCount) queued, \(operations.count(where: \.isFinished)) finished"]
  held.isSuspended = false
  for operation in operations { operation.waitUntilFinished() }
  trace.append("resumed: \(operations.count(where: \.isFinished)) finished")

  let unlimited = MiniOperationQueue()
  let threads = DispatchQueue(label: "one after the other")
  unlimited.underlyingQueue = threads
  let scene = Scene()
  unlimited.addOperation {
    scene.waitUntilAllAreAdded()
    unlimited.isSuspended = true
  }
  for _ in 1...63 { unlimited.addOperation { scene.count() } }
  scene.allAreAdded(to: threads)
  trace.append("no limit, suspended: \(scene.ran) of 63 ran")
  unlimited.isSuspended = false
  unlimited.waitUntilAllOperationsAreFinished()
  return trace
}

/// The same with Foundation's names.
func onFoundation() -> [String] {
  let held = OperationQueue()
  held.maxConcurrentOperationCount = 4
  held.isSuspended = true
  let operations = (1...3).map { _ in BlockOperation {} }
  held.addOperations(operations, waitUntilFinished: false)
  held.cancelAllOperations()
  var trace = ["cancelled: \(held.operationCount) queued, \(operations.count(where: \.isFinished)) finished"]
  held.isSuspended = false
  for operation in operations { operation.waitUntilFinished() }
  trace.append("resumed: \(operations.count(where: \.isFinished)) finished")

  let unlimited = OperationQueue()
  let threads = DispatchQueue(label: "one after the other")
  unlimited.underlyingQueue = threads
  let scene = Scene()
  unlimited.addOperation {
    scene.waitUntilAllAreAdded()
    unlimited.isSuspended = true
  }
  for _ in 1...63 { unlimited.addOperation { scene.count() } }
  scene.allAreAdded(to: threads)
  trace.append("no limit, suspended: \(scene.ran) of 63 ran")
  unlimited.isSuspended = false
  unlimited.waitUntilAllOperationsAreFinished()
  return trace
}

/// Makes the first operation wait until all have been added, and counts how many of the others run.
private final class Scene: Sendable {
  private let areAdded = DispatchSemaphore(value: 0)
  private let runs = Mutex(0)

  var ran: Int { runs.withLock { $0 } }

  func waitUntilAllAreAdded() { areAdded.wait() }

  func count() { runs.withLock { $0 += 1 } }

  /// Lets the first continue, and returns when `threads` has no work left.
  func allAreAdded(to threads: DispatchQueue) {
    areAdded.signal()
    threads.sync {}
  }
}
