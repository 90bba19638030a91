import Foundation
import LessonKit
import Synchronization

/// Steps 1, 2 and 6 on Foundation.
func onFoundation() -> [String] {
  let (first, second, third) = (Server(), Server(), Server())
  return [
    photo(after: BlockOperation { first.fetch {} }, first, isAnsweredInTime: false),
    photo(after: FoundationDownload(from: second, tellsAll: true), second, isAnsweredInTime: true),
    photo(after: FoundationDownload(from: third, tellsAll: false), third, isAnsweredInTime: true),
  ]
}

/// Whether an operation that depends on this one has the photo.
private func photo(after operation: Operation, _ server: Server, isAnsweredInTime: Bool) -> String {
  let trace = Notebook()
  let decode = BlockOperation { trace.write(server.answerCount > 0 ? "the photo" : "no photo") }
  decode.addDependency(operation)
  let queue = OperationQueue()
  queue.addOperations([operation, decode], waitUntilFinished: false)
  server.waitForRequest()
  if !isAnsweredInTime { queue.waitUntilAllOperationsAreFinished() }
  server.answer()
  queue.waitUntilAllOperationsAreFinished()
  return trace.lines.joined()
}

/// The class of the lesson, with and without `isExecuting` and `isAsynchronous`.
private final class FoundationDownload: Operation, @unchecked Sendable {
  // Unchecked: the state is in its lock, the rest is constant.
  enum State { case waiting, executing, finished }
  private let state = Mutex(State.waiting)
  private let server: Server
  private let tellsAll: Bool

  init(from server: Server, tellsAll: Bool) {
    self.server = server
    self.tellsAll = tellsAll
  }

  override var isAsynchronous: Bool { tellsAll }
  override var isExecuting: Bool { tellsAll && state.withLock { $0 == .executing } }
  override var isFinished: Bool { state.withLock { $0 == .finished } }

  override func start() {
    guard !isCancelled else { return move(to: .finished, announcing: "isFinished") }
    move(to: .executing, announcing: "isExecuting")
    server.fetch { self.move(to: .finished, announcing: "isExecuting", "isFinished") }
  }

  private func move(to new: State, announcing keys: String...) {
    for key in keys { willChangeValue(forKey: key) }
    state.withLock { $0 = new }
    for key in keys { didChangeValue(forKey: key) }
  }
}
