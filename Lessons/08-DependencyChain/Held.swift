import Foundation
import LessonKit
import MiniOperations

/// A download whose answer the server delays, so that a test can act while it runs.
final class Held {
  let url: URL
  let main = DispatchQueue(label: "main")
  private(set) var wasUnfinished = false
  private let server: LoopbackServer
  private let path: String

  init(_ server: LoopbackServer, _ path: String) {
    self.server = server
    self.path = path
    server.answer(path, with: .image(width: 80, height: 60))
    server.hold(path)
    url = server.url(path)
  }

  /// Runs the operation in a queue, calls `body` when its request has arrived, and waits until it has finished.
  func run(_ operation: MiniOperation, _ body: () -> Bool) {
    let former = server.requests.count
    let queue = MiniOperationQueue()
    queue.addOperation(operation)
    server.waitForRequests(former + 1)
    wasUnfinished = body()
    server.release(path)
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// Starts an operation and counts how often it announces `isFinished`.
func countEnds(of operation: MiniOperation) -> Int {
  let ends = Notebook()
  let observation = operation.observe(\.isFinished) { _, _ in ends.write("") }
  operation.start()
  observation.invalidate()
  return ends.lines.count
}

/// Observes `isFinished` of an operation, and notes whether its `isExecuting` is still true then.
final class AtEnd {
  private let notebook = Notebook()
  private let observation: MiniObservation

  init(of operation: MiniOperation) {
    observation = operation.observe(\.isFinished) { [notebook] operation, _ in
      notebook.write(operation.isExecuting ? "executing" : "not executing")
    }
  }

  /// One entry for each announcement of `isFinished`.
  var states: [String] { notebook.lines }
}
