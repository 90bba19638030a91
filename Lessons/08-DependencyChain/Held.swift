import Foundation
import LessonKit
import MiniOperations

/// A download whose answer the server holds back, so that there is time for something in the middle of it.
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

  /// Runs the operation in a queue, `body` when its request has come, and waits for the end.
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

/// Starts an operation and counts how often it announces its end.
func countEnds(of operation: MiniOperation) -> Int {
  let ends = Notebook()
  let observation = operation.observe(\.isFinished) { _, _ in ends.write("") }
  operation.start()
  observation.invalidate()
  return ends.lines.count
}

/// What an observer of an operation's end finds: whether its isExecuting is still true.
final class AtEnd {
  private let notebook = Notebook()
  private let observation: MiniObservation

  init(of operation: MiniOperation) {
    observation = operation.observe(\.isFinished) { [notebook] operation, _ in
      notebook.write(operation.isExecuting ? "executing" : "not executing")
    }
  }

  /// One word for each announcement of the end.
  var states: [String] { notebook.lines }
}
